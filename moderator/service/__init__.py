"""The use cases: plain synchronous functions over a session, one transaction each."""
