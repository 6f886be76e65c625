CREATE TABLE "organization_retention" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"runs" integer,
	"sandboxes" integer,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_evaluations" DROP CONSTRAINT "run_evaluations_run_id_runs_id_fk";
--> statement-breakpoint
ALTER TABLE "organization_retention" ADD CONSTRAINT "organization_retention_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_retention" ADD CONSTRAINT "organization_retention_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("team_id","completed_at","id") WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX "runs_ended_with_files" ON "runs" USING btree ("team_id","completed_at","sandbox_id") WHERE completed_at is not null and sandbox_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_run" ON "webhook_deliveries" USING btree ("run_id");--> statement-breakpoint
-- Figures of runs that are gone stay for as long as the agent that they are about.
CREATE FUNCTION forget_judged_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM run_evaluations e USING gone g WHERE e.agent_id = g.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER agents_judged_runs AFTER DELETE ON agents REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_judged_runs();--> statement-breakpoint
-- Runs that are removed are counted together: three rows for each of them would make every total slower until they were folded.
CREATE FUNCTION count_removed_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_counts (scope, status, n, changes)
  SELECT s.scope, g.status, -count(*), count(*)
  FROM gone g, LATERAL (VALUES (g.team_id::text), (g.agent_id::text), (g.team_id::text || ':' || g.user_id::text)) AS s(scope)
  WHERE s.scope IS NOT NULL GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER runs_counted_created ON runs;--> statement-breakpoint
CREATE TRIGGER runs_counted_created AFTER INSERT ON runs FOR EACH ROW EXECUTE FUNCTION count_runs();--> statement-breakpoint
CREATE TRIGGER runs_counted_removed AFTER DELETE ON runs REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_removed_runs();
