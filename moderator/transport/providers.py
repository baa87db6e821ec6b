"""What well-known mail providers ask of programs, for the operator; docs/mailboxes.md says the same."""

_APP = "an app password, made in the account's security settings; not the account's own password"
_NEEDS = {
    (
        "gmail.com",
        "googlemail.com",
        "google.com",
    ): f"Google needs {_APP} (two-step verification must be on), or a token by token_command or token_file",
    ("office365.com", "outlook.com", "hotmail.com", "live.com"): "Microsoft takes no passwords: set token_command or "
    "token_file instead of password, and switch on authenticated SMTP for the account",
    ("yahoo.com", "aol.com"): f"Yahoo and AOL need {_APP}",
    ("me.com", "icloud.com"): f"Apple needs {_APP}",
    ("fastmail.com", "messagingengine.com"): f"Fastmail needs {_APP}",
    ("gmx.net", "gmx.com", "web.de"): "IMAP must be switched on in the mailbox's settings on the web; with two-factor "
    f"login it needs {_APP}",
}
"""What each provider requires of a program that logs in, by the ends of its host names."""


def provider_needs(host: str) -> str:
    """Return a sentence on what the provider of a host requires, or an empty text for an unknown provider."""
    name = host.lower().rstrip(".")
    for domains, needs in _NEEDS.items():
        if any(name == domain or name.endswith(f".{domain}") for domain in domains):
            return f"{needs}."
    return ""
