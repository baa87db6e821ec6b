"""The pages of the web desk, a module for each kind; each lists its paths as ``ROUTES``."""
