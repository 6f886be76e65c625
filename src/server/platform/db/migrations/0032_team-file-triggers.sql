CREATE TABLE "file_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"path" text NOT NULL,
	"mimetype" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_triggers" DROP CONSTRAINT "integration_slug_word";--> statement-breakpoint
ALTER TABLE "event_triggers" DROP CONSTRAINT "trigger_type_word";--> statement-breakpoint
ALTER TABLE "trigger_events" DROP CONSTRAINT "type_word";--> statement-breakpoint
ALTER TABLE "trigger_matches" DROP CONSTRAINT "outcome_word";--> statement-breakpoint
ALTER TABLE "file_changes" ADD CONSTRAINT "file_changes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_changes_team" ON "file_changes" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "file_changes_age" ON "file_changes" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "integration_slug_word" CHECK (integration_slug in ('cases', 'runs', 'team-files', 'webhook'));--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "trigger_type_word" CHECK (trigger_type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting', 'file_added', 'file_changed', 'file_removed', 'webhook_received'));--> statement-breakpoint
ALTER TABLE "trigger_events" ADD CONSTRAINT "type_word" CHECK (type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting', 'file_added', 'file_changed', 'file_removed', 'webhook_received'));--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "outcome_word" CHECK (outcome in ('started', 'replayed', 'waiting', 'filtered', 'own_run', 'own_agent', 'too_many_hops', 'paused', 'no_live', 'missing_connection', 'owner_left'));