"""Space Genocide: two to four races hunt for the Homeworlds of the others with Planet Busters."""
