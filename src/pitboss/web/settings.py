"""Configuration: a TOML file, overridden by the environment (``PITBOSS_PORT=9000``)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss import files
from pitboss.law import Refused

_RETIRED: Final = {"machine": "bot_seconds"}
"""Earlier names of settings, which are still read."""


class Settings(BaseModel):
    """How a server runs. Times are in seconds, money in dollars."""

    model_config = ConfigDict(extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(default=8013, ge=0, le=65535)
    address: str = ""
    """The address at which other processes reach this one; by default http://host:port."""
    database: str = ""
    """A file for SQLite, or postgresql://…; by default a file in the user's data folder."""
    key: str = ""
    """The file with the key that signs the journals' heads; by default next to the database, or else in the data
    folder."""
    origins: list[str] = []
    """Addresses of the pages, if they are not the server's own, for example behind a proxy."""
    proxies: list[str] = []
    """Addresses of proxies trusted to report where a request comes from; by default none."""
    metrics: str = ""
    """The token for /metrics (`Authorization: Bearer …`); requests from this machine need none."""
    secure: bool = False
    """Send the cookie over HTTPS only."""
    betting: float = Field(default=20, gt=0)
    """From the first wager to the deal."""
    decision: float = Field(default=30, gt=0)
    bot_seconds: float = Field(default=0.7, ge=0)
    """How long a bot waits before it answers."""
    pause: float = Field(default=4, ge=0)
    """Between two deals of a tournament."""
    gone: float = Field(default=5, gt=0)
    """How long to wait for an absent player's answer or before a deal: the time allowed for a broken connection."""
    away: float = Field(default=600, gt=0)
    """The time after which an absent player without a wager leaves the table."""
    lease: float = Field(default=10, gt=0)
    beat: float = Field(default=0.03, ge=0)
    """The minimum time between transactions: everything that happens meanwhile is saved, and announced, together."""
    volume: int = Field(default=5000, ge=1)
    """Lines after which a table's journal continues in a new volume, so that it can be resumed and verified quickly."""
    archive: str = ""
    """The folder for volumes that are full, compressed; by default they stay in the database. All servers of a house
    use the same folder."""
    departed: float = Field(default=30 * 86400, gt=0)
    """The time after which a guest who has left is cleared away, with the play money."""
    session: float = Field(default=14 * 86400, gt=0)
    idle: float = Field(default=86400, gt=0)
    """The time without a request or a command after which a session ends."""
    lock: float = Field(default=900, ge=0)
    """How long an account is locked after three wrong passwords, for the address from which they come."""
    play_money: int = Field(default=10_000, ge=0, le=10**9)
    """The starting balance of a wallet, to which it can be reset."""
    registration: bool = True
    authenticator: Literal["offered", "staff"] = "offered"
    """Whether staff must sign in with a code of an authenticator, or may."""
    correction_floor: int = Field(default=500, ge=0)
    """The most that a floorperson corrects, or voids, without a second person."""
    correction_shift: int = Field(default=5_000, ge=0)
    """The same for a shift manager."""
    correction_most: int = Field(default=50_000, ge=0)
    """The most that a case may move, no matter who approves it."""
    alert_win: int = Field(default=10_000, ge=1)
    """A player's win in one round that raises an alert."""
    own_tables: Literal["bounded", "house", "none"] = "bounded"
    """Tables of players and dealers: by rules that are no worse for the house than its own (`bounded`), by exactly its
    own (`house`), or none."""
    own_exposure: int = Field(default=100_000, ge=0)
    """What the bank of a player's or a dealer's table may lose before it takes no further wager."""
    exposure: int = Field(default=5_000_000, ge=0)
    """The same at a table of the house or the floor; an administrator may raise it for a table."""
    payout: int = Field(default=1_000_000, ge=0)
    """The most that one wager may win."""
    odds: int = Field(default=1000, ge=1)
    """The longest odds, to 1, that may be posted where those of the regulation are shorter."""
    bot_chips: int = Field(default=5000, ge=0)
    """The most that a bot buys at once: it plays with the house's money, and loses it to players."""
    felt_chips: int = Field(default=25_000, ge=0)
    """The most that a dealer sells at once to a player at the felt, whose cash the house does not see."""
    actions: float = Field(default=20, gt=0)
    """Commands a second that one connection may send, with twice as many at once."""
    requests: float = Field(default=50, gt=0)
    """The same for requests of one address."""
    costly: float = Field(default=2, gt=0)
    """The same for answers computed from journals (past rounds, audits), with twenty times as many at once."""
    logins: float = Field(default=10, gt=0)
    """Passwords a minute that one address may try."""
    sockets: int = Field(default=5000, ge=1)
    """The most sockets open at once; half of that for one address."""
    connections: int = Field(default=8000, ge=1)
    """The most connections of any kind, including half-open ones."""
    tables: int = Field(default=2000, ge=1)
    """The most tables that a process keeps in memory."""
    ahead: bool = True
    """Compute the odds of open tables in the background, where the almanac does not have them."""
    odds_seconds: float = Field(default=900, gt=0)
    """The most time that computing the odds of a table may take."""
    odds_megabytes: int = Field(default=2_000, ge=100)
    """The most memory that it may take."""
    aids: Literal["house", "all", "none"] = "house"
    """Where analysis is permitted at a table (8.1): at the house's demonstration tables; at all tables, as in a
    dealers' school; or nowhere."""
    casino: str = Field(default="", max_length=60, pattern=r"^[^:]*$")
    """The casino whose poker room has the tables opened here, if several casinos share a database and a payout
    (14.20)."""
    open_tables: bool = True
    """Keep a table of every game of the book open."""
    company: int = Field(default=2, ge=0, le=4)
    """Bots that wait for players at each of these tables."""
    administrator_password: str = Field(default="", pattern=r"^(.{8,200})?$")
    """The password of the first account; by default chosen at random and printed once."""
    log: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def reached_at(self) -> str:
        return self.address or f"http://{self.host}:{self.port}"

    @property
    def shown(self) -> dict[str, object]:
        """The printable settings: without passwords of people or databases."""
        address = re.sub(r"(//[^/@]*:)[^/]*@", r"\1…@", self.database_or_default)
        return self.model_dump() | {
            "database": re.sub(r"(password=)[^&\s]*", r"\1…", address),
            "key": str(self.key_or_default),
            "metrics": "chosen" if self.metrics else "",
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
    """The settings of the file, overridden by the environment, and by the command line."""
    written = files.toml(files.read(file), str(file)) if file else {}
    values: dict[str, object] = {_RETIRED.get(name, name): value for name, value in written.items()}
    around = os.environ if environment is None else environment
    for given_name, name in [*_RETIRED.items(), *((each, each) for each in Settings.model_fields)]:
        if (value := around.get(f"PITBOSS_{given_name.upper()}")) is not None:
            values[name] = value.split(",") if name in ("origins", "proxies") else value
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return Settings.model_validate(values)
    except ValidationError as problem:
        first = problem.errors()[0]
        raise Refused(f"setting {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None
