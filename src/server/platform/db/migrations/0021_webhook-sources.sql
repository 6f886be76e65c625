CREATE TABLE "webhook_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_former_secret" text,
	"former_secret_until" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refused_for" text,
	"deleted_at" timestamp (3) with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refused_for_word" CHECK (refused_for in ('unsigned', 'wrong_signature', 'too_old', 'paused'))
);
--> statement-breakpoint
ALTER TABLE "event_triggers" DROP CONSTRAINT "integration_slug_word";--> statement-breakpoint
ALTER TABLE "event_triggers" DROP CONSTRAINT "trigger_type_word";--> statement-breakpoint
ALTER TABLE "trigger_events" DROP CONSTRAINT "type_word";--> statement-breakpoint
ALTER TABLE "trigger_matches" DROP CONSTRAINT "outcome_word";--> statement-breakpoint
ALTER TABLE "trigger_matches" DROP CONSTRAINT "trigger_matches_event_id_trigger_id_pk";--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD COLUMN "replay" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "trigger_matches_event_id_trigger_id_replay_pk" PRIMARY KEY("event_id","trigger_id","replay");--> statement-breakpoint
ALTER TABLE "trigger_events" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "trigger_events" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trigger_events" ADD COLUMN "deliveries" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "trigger_events" ADD COLUMN "test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD COLUMN "unmatched" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_sources" ADD CONSTRAINT "webhook_sources_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_sources_team" ON "webhook_sources" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_sources_name" ON "webhook_sources" USING btree ("team_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "trigger_events_of_webhooks" ON "trigger_events" USING btree ("source_id","created_at") WHERE type = 'webhook_received';--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "integration_slug_word" CHECK (integration_slug in ('cases', 'runs', 'webhook'));--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "trigger_type_word" CHECK (trigger_type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting', 'webhook_received'));--> statement-breakpoint
ALTER TABLE "trigger_events" ADD CONSTRAINT "type_word" CHECK (type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting', 'webhook_received'));--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "outcome_word" CHECK (outcome in ('started', 'replayed', 'waiting', 'filtered', 'own_run', 'too_many_hops', 'paused', 'no_live', 'missing_connection', 'owner_left'));