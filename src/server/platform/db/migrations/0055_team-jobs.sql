CREATE TABLE "team_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_name" text NOT NULL,
	"agent_ids" uuid[] NOT NULL,
	"queue_ids" uuid[] NOT NULL,
	"status" text NOT NULL,
	"runs" integer NOT NULL,
	"runs_done" integer DEFAULT 0 NOT NULL,
	"cases" integer DEFAULT 0 NOT NULL,
	"cases_done" integer DEFAULT 0 NOT NULL,
	"failed_run_ids" uuid[] DEFAULT '{}' NOT NULL,
	"error" text,
	"started_by" uuid,
	"turn_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "team_jobs" ADD CONSTRAINT "team_jobs_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_jobs" ADD CONSTRAINT "team_jobs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_jobs_team" ON "team_jobs" USING btree ("team_id","created_at","id");--> statement-breakpoint
CREATE INDEX "team_jobs_running" ON "team_jobs" USING btree ("turn_at","id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "team_jobs_open" ON "team_jobs" USING btree ("status") WHERE status <> 'done';--> statement-breakpoint
CREATE INDEX "team_jobs_ended" ON "team_jobs" USING btree ("ended_at") WHERE status = 'done';