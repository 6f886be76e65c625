DROP INDEX "runs_team";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "runs_team_figures" ON "runs" USING btree ("team_id","created_at","id","status","source","agent_id","user_id");