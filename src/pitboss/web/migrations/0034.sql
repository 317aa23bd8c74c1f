-- Owners of tables are no names: a person called house owned what is the house's.
UPDATE tables SET opened_by = 'player:' || opened_by WHERE opened_by <> 'house' AND substr(opened_by, 1, 11) <> 'tournament:';

-- What a table's bank may lose, in cents, where an administrator has raised it: by one wager, and in all.
ALTER TABLE tables ADD COLUMN payout BIGINT NOT NULL DEFAULT 0;

ALTER TABLE tables ADD COLUMN exposure BIGINT NOT NULL DEFAULT 0;

-- What people's names look like. Of those who have names alike from before, the first has it.
CREATE TABLE looks (
    looks TEXT PRIMARY KEY,
    name TEXT NOT NULL
);

CREATE INDEX looks_by_name ON looks (name);
