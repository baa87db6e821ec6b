"""What a seat's letter means for its order set: understood, planned, checked, filed."""
