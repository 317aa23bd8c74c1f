"""Configuration: a TOML file, and the environment over it (``PITBOSS_PORT=9000``)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss import files
from pitboss.law import Refused


class Settings(BaseModel):
    """How a server runs. Times are in seconds, money in dollars."""

    model_config = ConfigDict(extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(default=8013, ge=0, le=65535)
    address: str = ""
    """Where other processes reach this one; by default http://host:port."""
    database: str = ""
    """A file for SQLite, or postgresql://…; by default a file in the user's data folder."""
    key: str = ""
    """The file with the key that signs the journals' heads; by default beside the database, else in the data folder."""
    origins: list[str] = []
    """Addresses of the pages, if other than the server's own: behind a proxy, say."""
    proxies: list[str] = []
    """Addresses whose word is taken for where a request comes from; nobody's, if none is named."""
    secure: bool = False
    """Send the cookie over HTTPS only."""
    betting: float = Field(default=20, gt=0)
    """From the first wager to the deal."""
    decision: float = Field(default=30, gt=0)
    machine: float = Field(default=0.7, ge=0)
    """How long a machine thinks."""
    pause: float = Field(default=4, ge=0)
    """Between two deals of a tournament."""
    gone: float = Field(default=5, gt=0)
    """How long somebody is waited for who is away, with an answer or with a deal: so long a broken line may take."""
    away: float = Field(default=600, gt=0)
    """After so long a player who is gone and has no wager leaves the table."""
    lease: float = Field(default=10, gt=0)
    beat: float = Field(default=0.03, ge=0)
    """From one transaction to the next at the least: what happens meanwhile is written, and told, together."""
    volume: int = Field(default=5000, ge=1)
    """Lines after which a table's journal goes on in a new volume, so that it is resumed and verified quickly."""
    session: float = Field(default=14 * 86400, gt=0)
    idle: float = Field(default=86400, gt=0)
    """After so long without a request or a command a session ends."""
    lock: float = Field(default=900, ge=0)
    """So long an account is locked after three wrong passwords."""
    play_money: int = Field(default=10_000, ge=0)
    """What a wallet is filled up to."""
    registration: bool = True
    actions: float = Field(default=20, gt=0)
    """Commands a second that one connection may send, with twice as many at once."""
    requests: float = Field(default=50, gt=0)
    """The same for requests of one address."""
    logins: float = Field(default=10, gt=0)
    """Passwords a minute that one address may try."""
    sockets: int = Field(default=5000, ge=1)
    """Sockets open at once, and of one address half of that."""
    connections: int = Field(default=8000, ge=1)
    """Connections of any kind, half-open ones among them."""
    tables: int = Field(default=2000, ge=1)
    """Tables that a process keeps in memory."""
    ahead: bool = True
    """Work out the odds of open tables in the background."""
    aids: Literal["house", "all", "none"] = "house"
    """Where analysis is permitted at a table (8.1): at those of the house, which are for demonstration; at all, as in a
    dealers' school; or nowhere."""
    casino: str = Field(default="", max_length=60, pattern=r"^[^:]*$")
    """Whose poker room the tables opened here are in, where several casinos share a database and a payout (14.20)."""
    open_tables: bool = True
    """Keep a table of every game of the book open."""
    company: int = Field(default=2, ge=0, le=4)
    """Machines that wait for somebody to play with at each of these tables."""
    administrator_password: str = Field(default="", pattern=r"^(.{8,200})?$")
    """Of the first account; by default chosen at random and told once."""
    log: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def reached_at(self) -> str:
        return self.address or f"http://{self.host}:{self.port}"

    @property
    def shown(self) -> dict[str, object]:
        """What may be printed: no password of a person or a database."""
        address = re.sub(r"(//[^/@]*:)[^/]*@", r"\1…@", self.database_or_default)
        return self.model_dump() | {
            "database": re.sub(r"(password=)[^&\s]*", r"\1…", address),
            "key": str(self.key_or_default),
            "administrator_password": "chosen" if self.administrator_password else "",
        }

    @property
    def database_or_default(self) -> str:
        if self.database:
            return self.database
        from platformdirs import user_data_path

        return str(user_data_path("pitboss", ensure_exists=True) / "pitboss.db")

    @property
    def key_or_default(self) -> Path:
        if self.key:
            return Path(self.key)
        database = self.database_or_default.removeprefix("sqlite:///")
        if "://" not in database:
            return Path(f"{database}.key")
        from platformdirs import user_data_path

        return user_data_path("pitboss", ensure_exists=True) / "pitboss.key"


def settings(
    file: Path | None = None, environment: Mapping[str, str] | None = None, **given: object
) -> Settings:
    """What the file says, the environment over it, and over both what was given on the command line."""
    values: dict[str, object] = files.toml(files.read(file), str(file)) if file else {}
    around = os.environ if environment is None else environment
    for name in Settings.model_fields:
        if (value := around.get(f"PITBOSS_{name.upper()}")) is not None:
            values[name] = value.split(",") if name in ("origins", "proxies") else value
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return Settings.model_validate(values)
    except ValidationError as problem:
        first = problem.errors()[0]
        raise Refused(f"setting {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None
