"""The wires: IMAP, SMTP, a folder, memory, and the embedded mail world of the demo."""
