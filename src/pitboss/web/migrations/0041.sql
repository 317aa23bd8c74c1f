-- A password that somebody else has chosen must be changed. The key of a person's authenticator, the last of its codes
-- that was used (by its time step), the zone in which times are shown, and until when a player has excluded themselves.
ALTER TABLE people ADD COLUMN must_change INTEGER NOT NULL DEFAULT 0;

ALTER TABLE people ADD COLUMN authenticator TEXT NOT NULL DEFAULT '';

ALTER TABLE people ADD COLUMN code BIGINT NOT NULL DEFAULT 0;

ALTER TABLE people ADD COLUMN zone TEXT NOT NULL DEFAULT '';

ALTER TABLE people ADD COLUMN excluded BIGINT NOT NULL DEFAULT 0;

-- Limits that players set for themselves, each with the time from which it holds; -1 is none.
CREATE TABLE own_limits (
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (name, kind, at)
);
