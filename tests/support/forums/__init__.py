"""Forums of ours for tests, which speak the APIs of real ones with their traps."""
