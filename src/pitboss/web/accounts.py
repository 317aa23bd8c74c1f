"""Accounts as an administrator and their owners keep them: unlocking, resetting, authenticators, time zones."""

from __future__ import annotations

import hmac
import secrets
from typing import Any, Final

from pitboss.law import Refused
from pitboss.web.names import check_name
from pitboss.web.people import People, Person, Role, Wrong, hash_of, valid_step
from pitboss.web.times import check_zone
from pitboss.web.transaction import Statement, Unmet

ISSUER: Final = "Pitboss"


class Accounts:
    """What administrators and owners do to accounts."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._database, self._clock = people.database, people.clock

    # ---- by an administrator ---------------------------------------------------------------------------

    async def listed(self) -> list[dict[str, Any]]:
        """Every account with what an administrator sees of it."""
        now = self._clock()
        rows = await self._database.read(
            "SELECT people.name, role, since, coalesce(balance, 0), signed_in, must_change, authenticator, "
            "excluded, password, (SELECT count(*) FROM tries WHERE tries.name = people.name AND locked > ?) "
            "FROM people LEFT JOIN accounts ON accounts.name = 'wallet:' || people.name ORDER BY people.name",
            now,
        )
        fields = (
            *("name", "role", "since", "wallet", "signed_in", "must_change"),
            *("authenticator", "excluded", "guest", "locked"),
        )
        found = [dict(zip(fields, row, strict=True)) for row in rows]
        for each in found:
            each["guest"] = not each["guest"]
            each["authenticator"], each["must_change"] = (
                bool(each["authenticator"]),
                bool(each["must_change"]),
            )
            each["excluded"] = each["excluded"] if each["excluded"] > now else 0
        return found

    async def create(self, name: str, role: Role) -> str:
        """An account with a password that must be changed, which is returned."""
        check_name(name)
        password = secrets.token_urlsafe(9)
        await self._people.register(name, password, role)
        await self._people.must_change(name)
        return password

    async def unlock(self, name: str) -> None:
        """Forget wrong passwords."""
        await self._known(name)
        await self._database.write([Statement("DELETE FROM tries WHERE name = ?", [(name,)])])

    async def reset(self, name: str) -> str:
        """A new password, which must be changed, without an authenticator; all sessions end."""
        if not await self._known(name):
            raise Refused(f"{name} is a guest, who has no password")
        password = secrets.token_urlsafe(9)
        hashed = await self._people.hashed(password)
        await self._database.write(
            [
                Statement(
                    "UPDATE people SET password = ?, must_change = 1, authenticator = '' WHERE name = ?",
                    [(hashed, name)],
                ),
                Statement("DELETE FROM sessions WHERE name = ?", [(name,)]),
                Statement("DELETE FROM tries WHERE name = ?", [(name,)]),
            ]
        )
        return password

    async def _known(self, name: str) -> bool:
        """Refuse a name that nobody has; has this account a password?"""
        rows = await self._database.read("SELECT password FROM people WHERE name = ?", name)
        if not rows:
            raise Refused(f"there is no account named {name}")
        return bool(rows[0][0])

    # ---- by their owners -------------------------------------------------------------------------------

    async def set_zone(self, person: Person, zone: str) -> None:
        check_zone(zone)
        await self._database.write(
            [Statement("UPDATE people SET zone = ? WHERE name = ?", [(zone, person.name)])]
        )

    def key(self, token: str) -> str:
        """The key of an authenticator that is about to be set up: the same for a session until it is, so that nothing
        is stored for those who do not."""
        import base64

        digest = hmac.new(token.encode(), b"authenticator", "sha256").digest()
        return base64.b32encode(digest[:20]).decode()

    def picture(self, person: Person, key: str) -> str:
        """The key as a QR code for an authenticator, as SVG."""
        import pyotp
        import segno

        address = pyotp.TOTP(key).provisioning_uri(name=person.name, issuer_name=ISSUER)
        return str(segno.make(address, error="m").svg_inline(scale=5, dark="#000", light="#fff"))

    async def set_up(self, person: Person, token: str, code: str) -> None:
        """From now on signing in needs a code. All other sessions end."""
        key = self.key(token)
        if person.authenticator:
            raise Refused("you have an authenticator already")
        if (step := valid_step(key, code, self._clock())) is None:
            raise Wrong("that is not the code that the authenticator shows now")
        await self._database.write(
            [
                Statement(
                    "UPDATE people SET authenticator = ?, code = ? WHERE name = ?", [(key, step, person.name)]
                ),
                Statement(
                    "DELETE FROM sessions WHERE name = ? AND token <> ?", [(person.name, hash_of(token))]
                ),
            ]
        )

    async def remove(self, person: Person, code: str) -> None:
        """Sign in without codes again; this takes one more code."""
        rows = await self._database.read("SELECT authenticator, code FROM people WHERE name = ?", person.name)
        key, used = rows[0]
        step = valid_step(key, code, self._clock()) if key else None
        if step is None or step <= used:
            raise Wrong("that is not the code that the authenticator shows now")
        taken = Statement(
            "UPDATE people SET authenticator = '', code = ? WHERE name = ? AND code < ?",
            [(step, person.name, step)],
            expect=1,
        )
        try:
            await self._database.write([taken])
        except Unmet:
            raise Wrong("this code has been used") from None
