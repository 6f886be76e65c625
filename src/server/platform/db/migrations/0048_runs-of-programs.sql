DROP INDEX "runs_due";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "program" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_due" ON "runs" USING btree ("program","team_id","due_at","id") WHERE due_at is not null;--> statement-breakpoint
UPDATE runs SET program = true FROM revisions b WHERE b.id = runs.build_id AND b.config->'data' ? 'language';