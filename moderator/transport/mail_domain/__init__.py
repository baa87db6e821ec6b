"""What the domain name system says of the domain that letters are sent from, and which records to publish there."""
