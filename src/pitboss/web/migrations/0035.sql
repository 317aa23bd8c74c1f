-- How far each server has written: a server that finds less than it remembers has been given an older database.
CREATE TABLE marks (
    name TEXT PRIMARY KEY,
    mark BIGINT NOT NULL
);

-- When the database was restored from a backup, or taken as it was after commits were lost.
CREATE TABLE restores (
    at BIGINT NOT NULL
);

-- Tables whose promises and shoes are void, for what comes of them may have been seen.
ALTER TABLE tables ADD COLUMN renew INTEGER NOT NULL DEFAULT 0;
