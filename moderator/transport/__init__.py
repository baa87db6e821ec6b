"""The transports that carry letters: IMAP, SMTP, folders, memory, and the embedded mail servers of the demo."""
