DROP INDEX "runs_search";--> statement-breakpoint
-- The words of a run, kept: reading along the list for a page that fits a word costs a fifth of what it does when each title is taken apart
-- there. No column of the table's record: nothing but the search reads it.
ALTER TABLE "runs" ADD COLUMN "search" tsvector GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || coalesce(case_title, ''))) STORED;--> statement-breakpoint
CREATE INDEX "runs_search" ON "runs" USING gin ("search");
