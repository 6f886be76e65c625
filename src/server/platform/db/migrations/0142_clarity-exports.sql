CREATE TABLE "clarity_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"connection_id" uuid,
	"status" text NOT NULL,
	"bpmn" text,
	"digest" text NOT NULL,
	"server_url" text NOT NULL,
	"directory" text NOT NULL,
	"file_name" text NOT NULL,
	"owner_ref" text,
	"approver_ref" text,
	"sent_at" timestamp (3) with time zone,
	"known_models" text[] DEFAULT '{}' NOT NULL,
	"model_id" text,
	"error" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"retry_reason" text,
	"retrying_since" timestamp (3) with time zone,
	"lease" integer DEFAULT 0 NOT NULL,
	"worker_id" uuid,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "status_word" CHECK (status in ('queued', 'running', 'completed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "clarity_exports" ADD CONSTRAINT "clarity_exports_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_exports" ADD CONSTRAINT "clarity_exports_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_exports" ADD CONSTRAINT "clarity_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_exports" ADD CONSTRAINT "clarity_exports_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_exports_name" ON "clarity_exports" USING btree ("server_url","directory","file_name") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_exports_under_way" ON "clarity_exports" USING btree ("process_id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "clarity_exports_process" ON "clarity_exports" USING btree ("process_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_exports_due" ON "clarity_exports" USING btree ("created_at","id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "clarity_exports_worker" ON "clarity_exports" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "clarity_exports_team" ON "clarity_exports" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "clarity_exports_user" ON "clarity_exports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "clarity_exports_connection" ON "clarity_exports" USING btree ("connection_id");