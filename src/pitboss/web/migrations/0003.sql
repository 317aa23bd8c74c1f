-- What the house signed when a round was over: how far the journal had come.
ALTER TABLE rounds ADD COLUMN head BYTEA;

-- The money of one table, for comparing it with the table's journal.
CREATE INDEX postings_by_table ON postings (table_id, account, amount);
