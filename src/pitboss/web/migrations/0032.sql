-- Every event with the round it belongs to and the address from which it was ordered.
ALTER TABLE events ADD COLUMN round INTEGER NOT NULL DEFAULT 0;

ALTER TABLE events ADD COLUMN address TEXT NOT NULL DEFAULT '';

CREATE INDEX events_by_name ON events (name, at);

CREATE INDEX events_by_table ON events (table_id, at);

-- Corrections and voids: what was paid, what is due, why, who proposed it and who decided it.
CREATE TABLE cases (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    wager TEXT NOT NULL,
    paid BIGINT NOT NULL,
    due BIGINT NOT NULL,
    why TEXT NOT NULL,
    proposed_by TEXT NOT NULL,
    address TEXT NOT NULL,
    state TEXT NOT NULL,
    decided_by TEXT NOT NULL DEFAULT '',
    decided BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX cases_by_time ON cases (at);
