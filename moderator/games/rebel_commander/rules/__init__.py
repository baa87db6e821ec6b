"""One file per rule of Rebel Commander."""
