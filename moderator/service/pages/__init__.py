"""What the pages of the web desk show, as facts; nothing here knows of browsers."""
