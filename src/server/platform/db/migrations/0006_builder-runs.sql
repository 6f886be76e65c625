CREATE TABLE "builder_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"prompt_number" integer NOT NULL,
	"user_id" uuid,
	"status" text NOT NULL,
	"prompt" text NOT NULL,
	"model" text NOT NULL,
	"context_run_id" uuid,
	"context" text,
	"turns" jsonb NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checkpoint_config" jsonb,
	"proposed_config" jsonb,
	"summary" text,
	"failure" jsonb,
	"decision" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"retry_reason" text,
	"lease" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "builder_runs_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "builder_runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "builder_runs_build_id_revisions_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "builder_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "builder_runs_number" ON "builder_runs" USING btree ("build_id","prompt_number");--> statement-breakpoint
CREATE INDEX "builder_runs_agent" ON "builder_runs" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "builder_runs_open" ON "builder_runs" USING btree ("build_id") WHERE status in ('not_started', 'running', 'waiting_for_input', 'waiting_for_approve');--> statement-breakpoint
CREATE INDEX "builder_runs_due" ON "builder_runs" USING btree ("created_at","id") WHERE status in ('not_started', 'running');--> statement-breakpoint
CREATE INDEX "builder_runs_waiting" ON "builder_runs" USING btree ("team_id","updated_at","id") WHERE status in ('waiting_for_input', 'waiting_for_approve');