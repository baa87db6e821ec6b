"""What the revised rules draw besides the board: battle boards and the census track."""
