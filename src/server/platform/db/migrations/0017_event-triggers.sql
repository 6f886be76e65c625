CREATE TABLE "event_triggers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"integration_slug" text NOT NULL,
	"trigger_type" text NOT NULL,
	"filter_config" jsonb NOT NULL,
	"integration_instance_id" uuid NOT NULL,
	"enabled" boolean NOT NULL,
	"listens_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"auto_disabled_at" timestamp (3) with time zone,
	"auto_disabled_reason" text,
	"consecutive_missing_connection_failures" integer DEFAULT 0 NOT NULL,
	"first_missing_connection_failure_at" timestamp (3) with time zone,
	"last_missing_connection_failure_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "integration_slug_word" CHECK (integration_slug in ('cases', 'runs')),
	CONSTRAINT "trigger_type_word" CHECK (trigger_type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting'))
);
--> statement-breakpoint
CREATE TABLE "trigger_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"type" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"facts" jsonb NOT NULL,
	"run_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"matched_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "type_word" CHECK (type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting'))
);
--> statement-breakpoint
CREATE TABLE "trigger_matches" (
	"event_id" uuid NOT NULL,
	"trigger_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"failing_field" text,
	"run_id" uuid,
	"hops" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trigger_matches_event_id_trigger_id_pk" PRIMARY KEY("event_id","trigger_id"),
	CONSTRAINT "outcome_word" CHECK (outcome in ('started', 'waiting', 'filtered', 'own_run', 'too_many_hops', 'paused', 'no_live', 'owner_left'))
);
--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "event_triggers_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "event_triggers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_events" ADD CONSTRAINT "trigger_events_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "trigger_matches_event_id_trigger_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."trigger_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "trigger_matches_trigger_id_event_triggers_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."event_triggers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_matches" ADD CONSTRAINT "trigger_matches_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_triggers_one" ON "event_triggers" USING btree ("agent_id","user_id","integration_slug");--> statement-breakpoint
CREATE INDEX "event_triggers_user" ON "event_triggers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "event_triggers_type" ON "event_triggers" USING btree ("trigger_type") WHERE enabled;--> statement-breakpoint
CREATE UNIQUE INDEX "trigger_events_once" ON "trigger_events" USING btree ("source_id","type","dedupe_key");--> statement-breakpoint
CREATE INDEX "trigger_events_team" ON "trigger_events" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "trigger_events_created" ON "trigger_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "trigger_events_unmatched" ON "trigger_events" USING btree ("id") WHERE matched_at is null;--> statement-breakpoint
CREATE INDEX "trigger_matches_trigger" ON "trigger_matches" USING btree ("trigger_id","occurred_at","event_id");--> statement-breakpoint
CREATE INDEX "trigger_matches_started" ON "trigger_matches" USING btree ("trigger_id","started_at") WHERE started_at is not null;--> statement-breakpoint
CREATE INDEX "trigger_matches_run" ON "trigger_matches" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "trigger_matches_due" ON "trigger_matches" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;