"""Web forums: one port, and an adapter for each kind of forum."""
