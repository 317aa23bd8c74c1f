"""People: accounts with hashed passwords, sessions, roles, wallets of play money."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar, get_args

from msgspec import Struct

from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.web.database import Database
from pitboss.web.names import NAME, check_name, looks
from pitboss.web.passwords import check_password
from pitboss.web.transaction import Row, Statement, Unmet

Role = Literal["player", "dealer", "cage", "floor", "shift", "surveillance", "auditor", "administrator"]
ROLES: tuple[Role, ...] = get_args(Role)

T = TypeVar("T")


class Person(Struct, frozen=True):
    """A signed-in person."""

    name: str
    role: Role
    csrf: str = ""
    last: int = 0
    """The time of their previous sign-in."""
    must_change: bool = False
    """Has somebody else chosen the password?"""
    authenticator: bool = False
    """Does signing in need a code?"""
    zone: str = ""
    """The zone in which they read times; New Jersey's if they have chosen none."""

    def may(self, *roles: Role) -> bool:
        """One of these roles? A shift manager may do what the floor may, an administrator everything."""
        return (
            self.role == "administrator" or self.role in roles or (self.role == "shift" and "floor" in roles)
        )

    @property
    def sees_all(self) -> bool:
        """May they see cards that are hidden from players?"""
        return self.may("surveillance", "auditor")


def a(role: Role) -> str:
    """A role with its article."""
    return f"an {role}" if role[0] in "aeiou" else f"a {role}"


_TRIES = "INSERT INTO tries (name, address) VALUES (?, ?) ON CONFLICT DO NOTHING"
_TRIED = (
    "UPDATE tries SET locked = CASE WHEN wrong >= 2 THEN ? ELSE 0 END, at = ?, "
    "wrong = CASE WHEN wrong >= 2 THEN 0 ELSE wrong + 1 END WHERE name = ? AND address = ? AND locked <= ?"
)
"""An attempt is counted as wrong before the password is checked, so that simultaneous attempts cannot exceed three."""
_RIGHT = "UPDATE people SET signed_in_before = signed_in, signed_in = ? WHERE name = ?"
_CODE = "UPDATE people SET code = ? WHERE name = ? AND code < ?"
"""The time step of a code that is used; none is used twice."""
_FORGIVEN = "DELETE FROM tries WHERE name = ? AND address = ?"

_LOOKS = "INSERT INTO looks (looks, name) VALUES (?, ?) ON CONFLICT DO NOTHING"

_SEEN = 60_000
"""Milliseconds between records that a session is in use."""


class People:
    """The register of people. Hashing passwords is slow on purpose, and runs in separate threads."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int],
        session: float,
        play_money: Cents,
        idle: float = 86400,
        lock: float = 900,
    ) -> None:
        from argon2 import PasswordHasher

        self._database = self.database = database
        self._clock = self.clock = clock
        self._session = int(session * 1000)
        self._idle = int(idle * 1000)
        self._lock = int(lock * 1000)
        self._threads = ThreadPoolExecutor(2, "password")
        self._play_money = play_money
        self._hasher = PasswordHasher()

    @cached_property
    def _nobody(self) -> str:
        """Verified when a name is unknown, so that the time taken does not reveal which names exist."""
        return self._hasher.hash(secrets.token_hex(16))

    async def register(self, name: str, password: str, role: Role = "player") -> Person:
        if role == "player":
            check_name(name)
        check_password(password, name)
        if await self._database.read("SELECT name FROM people WHERE lower(name) = ?", name.lower()):
            raise Refused(f"the name {name} is taken")
        return await self._enter(name, await self.hashed(password), role)

    async def hashed(self, password: str) -> str:
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def guest(self) -> str:
        """A guest, who plays without an account: a name and play money for one session, with its token. No password
        matches, so nobody can return as this guest."""
        for digits in (2, 3, 4):  # the shortest free name, because it is shown on a small plate
            with suppress(Refused):
                guest = await self._enter(f"guest-{secrets.token_hex(digits)}", "", "player")
                return await self.session(guest.name)
        raise Refused("there are too many guests; sign up instead")

    async def _enter(self, name: str, hashed: str, role: Role) -> Person:
        """Into the register, with a wallet."""
        at = self._clock()
        try:
            await self._database.write(
                [
                    Statement(
                        "INSERT INTO people (name, password, role, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        [(name, hashed, role, at)],
                        expect=1,
                    ),
                    Statement(_LOOKS, [(looks(name), name)], expect=1),
                    *issued(at, {name: self._play_money}),
                ]
            )
        except Unmet:
            raise Refused(f"the name {name} is taken, or looks like one that is") from None
        return Person(name, role)

    async def know_looks(self) -> None:
        """Record what the names of earlier accounts look like."""
        rows = await self._database.read(
            "SELECT people.name FROM people LEFT JOIN looks ON looks.name = people.name "
            "WHERE looks.name IS NULL ORDER BY since, people.name"
        )
        if rows:
            await self._database.write([Statement(_LOOKS, [(looks(name), name) for (name,) in rows])])

    async def sign_in(
        self, name: str, password: str, address: str = "", code: str = ""
    ) -> tuple[Person, str]:
        """The person and a token for the session."""
        find = "SELECT name, password, role, signed_in, authenticator FROM people WHERE name = ?"
        rows = await self._database.read(find, name) if NAME.fullmatch(name) else []
        nobody = await self._in_thread(lambda: self._nobody)  # computed once, at the first sign-in
        known, hashed, role, last, key = rows[0] if rows else (name, nobody, "player", 0, "")
        if not await self._right(known, hashed, password, bool(rows), address):
            raise Wrong("the name or the password is wrong")
        if key:
            await self._use_code(known, key, code)
        at = self._clock()
        await self._database.write(
            [Statement(_RIGHT, [(at, known)]), Statement(_FORGIVEN, [(known, address)])]
        )
        token = await self.session(known)
        return Person(known, role, csrf_of(token), last), token

    async def _use_code(self, name: str, key: str, code: str) -> None:
        """A code of the authenticator, each of which is taken once. A wrong one counts as a wrong password."""
        if not code:
            raise Wrong("this account needs the code that its authenticator shows, too")
        step = valid_step(key, code, self._clock())
        used = Statement(_CODE, [(step or 0, name, step or 0)], expect=1)
        try:
            await self._database.write([used])
        except Unmet:
            raise Wrong("the code is wrong, or has been used") from None

    async def _right(self, name: str, hashed: str, password: str, known: bool, address: str) -> bool:
        """Is the password correct, and is the account not locked for this address? Neither the answer nor the time
        taken reveals which. Wrong passwords from one address lock nobody out at another."""
        at = self._clock()
        try:
            await self._database.write(
                [
                    Statement(_TRIES, [(name, address)] if known else []),
                    Statement(_TRIED, [(at + self._lock, at, name, address, at)], expect=1),
                ]
            )
        except Unmet:
            known = False
        return await self._in_thread(lambda: self._verified(hashed, password)) and known

    async def change_password(self, token: str, name: str, old: str, new: str, address: str = "") -> None:
        """Change the password; every other session of the account ends."""
        check_password(new, name)
        rows = await self._database.read("SELECT password FROM people WHERE name = ?", name)
        if not rows or not await self._right(name, rows[0][0], old, True, address):
            raise Wrong("the password is wrong")
        hashed = await self._in_thread(lambda: self._hasher.hash(new))
        await self._database.write(
            [
                Statement(
                    "UPDATE people SET password = ?, must_change = 0 WHERE name = ? AND password = ?",
                    [(hashed, name, rows[0][0])],
                    expect=1,
                ),
                Statement("DELETE FROM sessions WHERE name = ? AND token <> ?", [(name, hash_of(token))]),
                Statement(_FORGIVEN, [(name, address)]),
            ]
        )

    def _verified(self, hashed: str, password: str) -> bool:
        from argon2.exceptions import VerificationError

        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, ValueError):  # ValueError: the stored value is not a hash, as for a guest
            return False

    async def session(self, name: str) -> str:
        token = secrets.token_urlsafe(32)
        now = self._clock()
        await self._database.write(
            [
                Statement("DELETE FROM sessions WHERE expires < ? OR seen < ?", [(now, now - self._idle)]),
                Statement("DELETE FROM tries WHERE at < ? AND locked < ?", [(now - self._lock, now)]),
                Statement(
                    "INSERT INTO sessions (token, name, expires, since, seen) VALUES (?, ?, ?, ?, ?)",
                    [(hash_of(token), name, now + self._session, now, now)],
                ),
            ]
        )
        return token

    async def sign_out(self, token: str) -> None:
        await self._database.write([Statement("DELETE FROM sessions WHERE token = ?", [(hash_of(token),)])])

    async def whose(self, token: str) -> Person | None:
        """The owner of this session, which is marked as in use."""
        kept = hash_of(token)
        now = self._clock()
        rows = await self._database.read(
            "SELECT people.name, role, signed_in_before, seen, must_change, authenticator, zone "
            "FROM sessions JOIN people ON people.name = sessions.name WHERE token = ? AND expires > ? AND seen > ?",
            kept,
            now,
            now - self._idle,
        )
        if not rows:
            return None
        name, role, last, seen, must_change, key, zone = rows[0]
        if now - seen > min(_SEEN, self._idle // 4):
            await self.seen([kept])
        return Person(name, role, csrf_of(token), last, bool(must_change), bool(key), zone)

    async def seen(self, kept: Sequence[str]) -> None:
        """Mark these sessions as in use."""
        now = self._clock()
        await self._database.write(
            [Statement("UPDATE sessions SET seen = ? WHERE token = ?", [(now, each) for each in kept])]
        )

    async def lasting(self) -> set[str]:
        """The sessions that have not ended, by the hashes of their tokens."""
        now = self._clock()
        rows = await self._database.read(
            "SELECT token FROM sessions WHERE expires > ? AND seen > ?", now, now - self._idle
        )
        return {kept for (kept,) in rows}

    async def sessions(self, name: str) -> list[dict[str, object]]:
        """A person's sessions: since when, last seen, and the session's id."""
        now = self._clock()
        rows = await self._database.read(
            "SELECT token, since, seen FROM sessions WHERE name = ? AND expires > ? AND seen > ? ORDER BY seen DESC",
            name,
            now,
            now - self._idle,
        )
        return [{"id": kept[:16], "since": since, "seen": min(seen, now)} for kept, since, seen in rows]

    async def end_session(self, name: str, identity: str) -> str:
        """End one of a person's sessions; returns the hash of its token."""
        rows = await self._database.read("SELECT token FROM sessions WHERE name = ?", name)
        for (kept,) in rows:
            if kept[:16] == identity:
                await self._database.write([Statement("DELETE FROM sessions WHERE token = ?", [(kept,)])])
                return str(kept)
        raise Refused("you have no such session")

    async def appoint(self, name: str, role: Role) -> None:
        """Assign a role; open sessions keep the old one only until their next request. There is always
        an administrator."""
        if not NAME.fullmatch(name):
            raise Refused(f"there is no account named {name!r}")
        administrators = Statement("UPDATE people SET role = role WHERE role = 'administrator'", [()])
        appointed = Statement(
            "UPDATE people SET role = ? WHERE name = ? AND (role <> 'administrator' OR ? = 'administrator' OR "
            "(SELECT count(*) FROM people WHERE role = 'administrator') > 1)",
            [(role, name, role)],
            expect=1,
        )
        try:
            await self._database.write([administrators, appointed])  # one appointment at a time
        except Unmet:
            if await self._database.read("SELECT name FROM people WHERE name = ?", name):
                raise Refused(f"{name} is the last administrator and must remain one") from None
            raise Refused(f"there is no account named {name}") from None

    async def must_change(self, name: str) -> None:
        """Somebody else knows the password."""
        await self._database.write([Statement("UPDATE people SET must_change = 1 WHERE name = ?", [(name,)])])

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def wallet(self, name: str) -> Cents:
        rows = await self._database.read("SELECT balance FROM accounts WHERE name = ?", f"wallet:{name}")
        return int(rows[0][0]) if rows else 0

    async def fill_up(self, name: str, chips: Cents = 0) -> Cents:
        """Reset a wallet that has less than a new one, together with the chips elsewhere."""
        held = await self.wallet(name)
        more = self._play_money - chips - held
        if more <= 0:
            raise Refused("your balance is already as high as a new account's")
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


class Wrong(Refused):
    """A wrong password or code, or one that is not checked for a while."""


_STEP = 30_000
"""Milliseconds for which an authenticator shows a code."""


def valid_step(key: str, code: str, at: int) -> int | None:
    """The time step of a code: the present one, or one before or after it, because clocks differ."""
    import pyotp

    shown = pyotp.TOTP(key)
    steps = (at // _STEP + near for near in (0, -1, 1))
    typed = "".join(code.split())
    return next((step for step in steps if hmac.compare_digest(shown.generate_otp(step), typed)), None)


class Posting(NamedTuple):
    """An entry of the house's books: the reason, the line and table, and the movement between accounts. The
    amounts sum to zero."""

    at: int
    table: str
    line: int
    why: str
    amounts: dict[str, Cents]


def posted(*postings: Posting) -> list[Statement]:
    """Entries in the books, and the resulting balances."""
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
    """The value that a page of this session must send back with any change."""
    return hmac.new(token.encode(), b"csrf", hashlib.sha256).hexdigest()


def hash_of(token: str) -> str:
    """Only hashes of tokens are stored: they are useless for signing in to anybody who reads the database."""
    return hashlib.sha256(token.encode()).hexdigest()
