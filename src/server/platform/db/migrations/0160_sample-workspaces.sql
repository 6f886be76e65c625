CREATE TABLE "sample_parts" (
	"sample_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"thing_id" uuid,
	CONSTRAINT "sample_parts_sample_id_kind_name_pk" PRIMARY KEY("sample_id","kind","name")
);
--> statement-breakpoint
CREATE TABLE "sample_workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"goal" text NOT NULL,
	"status" text NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease" integer DEFAULT 0 NOT NULL,
	"worker_id" uuid,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goal_word" CHECK (goal in ('loaded', 'absent')),
	CONSTRAINT "status_word" CHECK (status in ('running', 'failed', 'done'))
);
--> statement-breakpoint
ALTER TABLE "sample_parts" ADD CONSTRAINT "sample_parts_sample_id_sample_workspaces_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."sample_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_workspaces" ADD CONSTRAINT "sample_workspaces_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sample_workspaces" ADD CONSTRAINT "sample_workspaces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sample_workspaces_team" ON "sample_workspaces" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "sample_workspaces_user" ON "sample_workspaces" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sample_workspaces_due" ON "sample_workspaces" USING btree ("created_at","id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "sample_workspaces_worker" ON "sample_workspaces" USING btree ("worker_id") WHERE worker_id is not null;