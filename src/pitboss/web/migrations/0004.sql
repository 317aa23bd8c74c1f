-- Names are unique whatever their case. Wrong passwords are counted, an account is locked for a while, and the last
-- sign-in is known.
CREATE UNIQUE INDEX people_whatever_case ON people (lower(name));

ALTER TABLE people ADD COLUMN wrong INTEGER NOT NULL DEFAULT 0;

ALTER TABLE people ADD COLUMN locked BIGINT NOT NULL DEFAULT 0;

ALTER TABLE people ADD COLUMN signed_in BIGINT NOT NULL DEFAULT 0;

ALTER TABLE people ADD COLUMN signed_in_before BIGINT NOT NULL DEFAULT 0;

-- Sessions are listed and end after inactivity.
ALTER TABLE sessions ADD COLUMN since BIGINT NOT NULL DEFAULT 0;

ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;

UPDATE sessions SET seen = expires;

-- Significant events: sign-ins, appointments, corrections, failures, restarts.
CREATE TABLE events (
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    table_id TEXT NOT NULL,
    says TEXT NOT NULL
);

CREATE INDEX events_by_time ON events (at);

-- Written to find out whether anything can be written.
CREATE TABLE pulse (
    at BIGINT NOT NULL
);

INSERT INTO pulse VALUES (0);
