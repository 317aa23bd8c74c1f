"""People: accounts with hashed passwords, sessions, roles, wallets of play money."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar, get_args

from msgspec import Struct

from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.web.database import Database
from pitboss.web.transaction import Row, Statement, Unmet

Role = Literal["player", "dealer", "floor", "surveillance", "administrator"]
ROLES: tuple[Role, ...] = get_args(Role)

T = TypeVar("T")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")


class Person(Struct, frozen=True):
    """Somebody who is signed in."""

    name: str
    role: Role
    csrf: str = ""

    def may(self, *roles: Role) -> bool:
        return self.role == "administrator" or self.role in roles


class People:
    """The register of people. ``hashing`` is slow on purpose and runs in a thread."""

    def __init__(
        self, database: Database, clock: Callable[[], int], session: float, play_money: Cents
    ) -> None:
        from argon2 import PasswordHasher

        self._database = database
        self._clock = clock
        self._session = int(session * 1000)
        self._play_money = play_money
        self._hasher = PasswordHasher()

    @cached_property
    def _nobody(self) -> str:
        """Verified when a name is unknown, so that the time taken does not tell which names exist."""
        return self._hasher.hash(secrets.token_hex(16))

    async def register(self, name: str, password: str, role: Role = "player") -> Person:
        if not _NAME.fullmatch(name):
            raise Refused(
                "a name has 2 to 20 letters, digits, hyphens and underscores, and starts with a letter"
            )
        if not 8 <= len(password) <= 200:
            raise Refused("a password has 8 to 200 characters")
        if await self._database.read("SELECT name FROM people WHERE lower(name) = ?", name.lower()):
            raise Refused(f"the name {name} is taken")
        hashed = await _in_thread(lambda: self._hasher.hash(password))
        at = self._clock()
        try:
            await self._database.write(
                [
                    Statement(
                        "INSERT INTO people (name, password, role, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        [(name, hashed, role, at)],
                        expect=1,
                    ),
                    *issued(at, {name: self._play_money}),
                ]
            )
        except Unmet:
            raise Refused(f"the name {name} is taken") from None
        return Person(name, role)

    async def sign_in(self, name: str, password: str) -> tuple[Person, str]:
        """The person and a token for the session."""
        find = "SELECT name, password, role FROM people WHERE name = ?"
        rows = await self._database.read(find, name) if _NAME.fullmatch(name) else []
        nobody = await _in_thread(lambda: self._nobody)  # worked out once, whoever signs in first
        known, hashed, role = rows[0] if rows else (name, nobody, "player")
        if not await _in_thread(lambda: self._verified(hashed, password)) or not rows:
            raise Refused("name or password is wrong")
        token = await self.session(known)
        return Person(known, role, csrf_of(token)), token

    def _verified(self, hashed: str, password: str) -> bool:
        from argon2.exceptions import VerificationError

        try:
            return self._hasher.verify(hashed, password)
        except VerificationError:
            return False

    async def session(self, name: str) -> str:
        token = secrets.token_urlsafe(32)
        expires = self._clock() + self._session
        await self._database.write(
            [
                Statement("DELETE FROM sessions WHERE expires < ?", [(self._clock(),)]),
                Statement(
                    "INSERT INTO sessions (token, name, expires) VALUES (?, ?, ?)",
                    [(_hash(token), name, expires)],
                ),
            ]
        )
        return token

    async def sign_out(self, token: str) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE token = ?", [(_hash(token),)])])

    async def whose(self, token: str) -> Person | None:
        """Who has this session."""
        rows = await self._database.read(
            "SELECT people.name, role FROM sessions JOIN people ON people.name = sessions.name "
            "WHERE token = ? AND expires > ?",
            _hash(token),
            self._clock(),
        )
        return Person(rows[0][0], rows[0][1], csrf_of(token)) if rows else None

    async def appoint(self, name: str, role: Role) -> None:
        """Give somebody a role; open sessions keep the old one no longer than their next request."""
        if not _NAME.fullmatch(name):
            raise Refused(f"there is nobody called {name!r}")
        try:
            await self._database.write(
                [Statement("UPDATE people SET role = ? WHERE name = ?", [(role, name)], expect=1)]
            )
        except Unmet:
            raise Refused(f"there is nobody called {name}") from None

    async def listed(self) -> list[dict[str, object]]:
        rows = await self._database.read(
            "SELECT people.name, role, since, coalesce(balance, 0) FROM people "
            "LEFT JOIN accounts ON accounts.name = 'wallet:' || people.name ORDER BY people.name"
        )
        return [{"name": n, "role": r, "since": s, "wallet": b} for n, r, s, b in rows]

    async def wallet(self, name: str) -> Cents:
        rows = await self._database.read("SELECT balance FROM accounts WHERE name = ?", f"wallet:{name}")
        return int(rows[0][0]) if rows else 0

    async def fill_up(self, name: str) -> Cents:
        """More play money for a wallet that has less than a new one holds."""
        held = await self.wallet(name)
        more = self._play_money - held
        if more <= 0:
            raise Refused("your wallet is as full as a new one")
        guard = Statement(
            "UPDATE accounts SET balance = balance + 0 WHERE name = ? AND balance = ?",
            [(f"wallet:{name}", held)],
            expect=1,
        )
        try:
            await self._database.write([guard, *issued(self._clock(), {name: more})])
        except Unmet:
            raise Refused("your wallet has just changed; try again") from None
        return held + more


class Posting(NamedTuple):
    """An entry of the house's books: why, at which line of which table, what was moved from where to where. The
    amounts sum to zero."""

    at: int
    table: str
    line: int
    why: str
    amounts: dict[str, Cents]


def posted(*postings: Posting) -> list[Statement]:
    """Entries into the books, and the balances that follow."""
    rows: list[Row] = []
    moved: Counter[str] = Counter()
    for at, table, line, why, amounts in postings:
        if sum(amounts.values()):
            raise ValueError(f"{amounts} do not sum to zero")
        rows += [(at, account, amount, table, line, why) for account, amount in amounts.items() if amount]
        moved.update(amounts)
    return [
        Statement(
            "INSERT INTO postings (at, account, amount, table_id, line, why) VALUES (?, ?, ?, ?, ?, ?)", rows
        ),
        Statement(
            "INSERT INTO accounts (name, balance) VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET balance = accounts.balance + excluded.balance",
            sorted(moved.items()),
        ),
    ]


def issued(at: int, amounts: Mapping[str, Cents]) -> list[Statement]:
    """Play money into the wallets of people."""
    wallets = {f"wallet:{name}": amount for name, amount in amounts.items()}
    return posted(Posting(at, "", 0, "play money", wallets | {"issue": -sum(amounts.values())}))


def csrf_of(token: str) -> str:
    """What a page of this session must send back with whatever it changes."""
    return hmac.new(token.encode(), b"csrf", hashlib.sha256).hexdigest()


def _hash(token: str) -> str:
    """Only hashes of tokens are kept: whoever reads the database cannot sign in with them."""
    return hashlib.sha256(token.encode()).hexdigest()


async def _in_thread(work: Callable[[], T]) -> T:
    import asyncio

    return await asyncio.to_thread(work)
