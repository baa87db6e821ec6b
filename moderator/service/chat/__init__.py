"""Chat notices: a few lines to ntfy, Discord, Matrix or a program when a turn begins, without anything secret."""
