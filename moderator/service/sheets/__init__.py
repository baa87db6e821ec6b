"""What a seat's letter means for its sheet: understood, planned, checked, filed."""
