CREATE TABLE "clarity_generations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"task" text NOT NULL,
	"status" text NOT NULL,
	"captures" uuid[] NOT NULL,
	"snapshot_id" uuid,
	"model" text NOT NULL,
	"turns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"data" json,
	"attempt" integer DEFAULT 0 NOT NULL,
	"retry_reason" text,
	"retrying_since" timestamp (3) with time zone,
	"lease" integer DEFAULT 0 NOT NULL,
	"worker_id" uuid,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kind_word" CHECK (kind in ('current_process', 'transformation_proposal')),
	CONSTRAINT "task_word" CHECK (task in ('generate', 'postprocess')),
	CONSTRAINT "status_word" CHECK (status in ('not_started', 'running'))
);
--> statement-breakpoint
ALTER TABLE "clarity_snapshots" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "clarity_snapshots" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "clarity_generations_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "clarity_generations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "clarity_generations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_generations_process" ON "clarity_generations" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "clarity_generations_due" ON "clarity_generations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_generations_worker" ON "clarity_generations" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "clarity_generations_team" ON "clarity_generations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "clarity_generations_user" ON "clarity_generations" USING btree ("user_id");