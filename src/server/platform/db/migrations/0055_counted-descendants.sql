CREATE TABLE "run_descendants" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"started" integer NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "trigger_matches" DROP CONSTRAINT "outcome_word";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "root_run_id" uuid;--> statement-breakpoint
ALTER TABLE "run_descendants" ADD CONSTRAINT "run_descendants_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "outcome_word" CHECK (outcome in ('started', 'replayed', 'waiting', 'filtered', 'own_run', 'own_agent', 'too_many_hops', 'too_many_runs', 'paused', 'no_live', 'missing_connection', 'owner_left')) NOT VALID;