CREATE TABLE "artifact_connections" (
	"artifact_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artifact_connections_artifact_id_connection_id_pk" PRIMARY KEY("artifact_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "artifact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"artifact_id" uuid NOT NULL,
	"turn_id" uuid NOT NULL,
	"author_user_id" uuid,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"selected_element" json,
	"partial" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_word" CHECK (role in ('user', 'assistant'))
);
--> statement-breakpoint
CREATE TABLE "artifact_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"artifact_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"parent_revision_id" uuid,
	"page" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "artifact_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"artifact_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"author_user_id" uuid,
	"status" text NOT NULL,
	"base_revision_id" uuid,
	"result_revision_id" uuid,
	"model" text NOT NULL,
	"turns" jsonb NOT NULL,
	"page" json NOT NULL,
	"steps" json DEFAULT '[]'::json NOT NULL,
	"said" text DEFAULT '' NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure" jsonb,
	"checks" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"retry_reason" text,
	"retrying_since" timestamp (3) with time zone,
	"lease" integer DEFAULT 0 NOT NULL,
	"worker_id" uuid,
	"next_attempt_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "status_word" CHECK (status in ('not_started', 'running', 'waiting_for_input', 'completed', 'failed', 'interrupted'))
);
--> statement-breakpoint
CREATE TABLE "artifacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"created_by_user_id" uuid NOT NULL,
	"title" text,
	"status" text NOT NULL,
	"visibility" text DEFAULT 'private' NOT NULL,
	"publish_permission" text DEFAULT 'view' NOT NULL,
	"refresh_frequency" text,
	"last_refresh_at" timestamp (3) with time zone,
	"next_refresh_at" timestamp (3) with time zone,
	"current_revision_id" uuid,
	"restored_from" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "status_word" CHECK (status in ('not_started', 'pending', 'running', 'completed', 'failed', 'interrupted')),
	CONSTRAINT "visibility_word" CHECK (visibility in ('private', 'team', 'organization', 'teams')),
	CONSTRAINT "publish_permission_word" CHECK (publish_permission in ('view', 'edit')),
	CONSTRAINT "refresh_frequency_word" CHECK (refresh_frequency in ('every_15_minutes', 'every_30_minutes', 'hourly', 'every_6_hours', 'daily', 'weekly'))
);
--> statement-breakpoint
ALTER TABLE "artifact_connections" ADD CONSTRAINT "artifact_connections_artifact_id_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_connections" ADD CONSTRAINT "artifact_connections_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_messages" ADD CONSTRAINT "artifact_messages_artifact_id_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_messages" ADD CONSTRAINT "artifact_messages_turn_id_artifact_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."artifact_turns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_messages" ADD CONSTRAINT "artifact_messages_author_user_id_users_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_revisions" ADD CONSTRAINT "artifact_revisions_artifact_id_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_turns" ADD CONSTRAINT "artifact_turns_artifact_id_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_turns" ADD CONSTRAINT "artifact_turns_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact_turns" ADD CONSTRAINT "artifact_turns_author_user_id_users_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artifact_connections_connection" ON "artifact_connections" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "artifact_messages_artifact" ON "artifact_messages" USING btree ("artifact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "artifact_messages_turn" ON "artifact_messages" USING btree ("turn_id");--> statement-breakpoint
CREATE UNIQUE INDEX "artifact_revisions_version" ON "artifact_revisions" USING btree ("artifact_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "artifact_turns_open" ON "artifact_turns" USING btree ("artifact_id") WHERE status in ('not_started', 'running');--> statement-breakpoint
CREATE INDEX "artifact_turns_artifact" ON "artifact_turns" USING btree ("artifact_id","created_at","id");--> statement-breakpoint
CREATE INDEX "artifact_turns_due" ON "artifact_turns" USING btree ("created_at","id") WHERE status in ('not_started', 'running');--> statement-breakpoint
CREATE INDEX "artifact_turns_worker" ON "artifact_turns" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "artifacts_created" ON "artifacts" USING btree ("team_id","created_by_user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "artifacts_published" ON "artifacts" USING btree ("team_id","updated_at","id") WHERE visibility <> 'private';--> statement-breakpoint
CREATE INDEX "artifacts_user" ON "artifacts" USING btree ("created_by_user_id");