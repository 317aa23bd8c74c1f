-- A school of dealers: lessons of a student at a table, and what was asked and answered in them. What is not answered yet
-- has no time of an answer.
CREATE TABLE lessons (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    student TEXT NOT NULL,
    instructor TEXT NOT NULL,
    ended BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE answers (
    lesson TEXT NOT NULL,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL,
    asked BIGINT NOT NULL,
    answered BIGINT NOT NULL DEFAULT 0,
    about TEXT NOT NULL,
    due TEXT NOT NULL,
    given TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (lesson, n)
);
