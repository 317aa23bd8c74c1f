"""The address from which the request, or the socket, under way comes."""

from contextvars import ContextVar

ADDRESS: ContextVar[str] = ContextVar("address", default="")
