"""For all tests: machines are noisy, so no example fails for taking long."""

from hypothesis import settings

settings.register_profile("pitboss", deadline=None)
settings.load_profile("pitboss")
