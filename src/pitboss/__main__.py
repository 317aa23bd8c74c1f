"""``python -m pitboss`` is the command ``pitboss``."""

from pitboss.cli import main

main()
