CREATE TABLE "notification_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"about_id" uuid NOT NULL,
	"size" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"sealed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"type" text NOT NULL,
	"channel" text NOT NULL,
	"wanted" boolean NOT NULL,
	CONSTRAINT "notification_preferences_user_id_team_id_type_channel_pk" PRIMARY KEY("user_id","team_id","type","channel"),
	CONSTRAINT "type_word" CHECK (type in ('critical_case_issue', 'critical_eval_issue', 'connection_broken', 'case_failed', 'schedule_issue', 'config_proposal', 'case_issue', 'eval_issue', 'job_issue', 'background_job', 'job_done')),
	CONSTRAINT "channel_word" CHECK (channel in ('in_app'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"team_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"type" text NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"body" text,
	"agent_id" uuid,
	"run_id" uuid,
	"queue_id" uuid,
	"case_id" uuid,
	"build_id" uuid,
	"connection_id" uuid,
	"occurrences" integer NOT NULL,
	"read_at" timestamp (3) with time zone,
	"opened_from" text,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "type_word" CHECK (type in ('critical_case_issue', 'critical_eval_issue', 'connection_broken', 'case_failed', 'schedule_issue', 'config_proposal', 'case_issue', 'eval_issue', 'job_issue', 'background_job', 'job_done')),
	CONSTRAINT "severity_word" CHECK (severity in ('success', 'info', 'warning', 'critical')),
	CONSTRAINT "opened_from_word" CHECK (opened_from in ('in_app', 'email', 'slack', 'microsoft_teams'))
);
--> statement-breakpoint
ALTER TABLE "notification_batches" ADD CONSTRAINT "notification_batches_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_batches" ADD CONSTRAINT "notification_batches_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_batch_id_notification_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."notification_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_batches_open" ON "notification_batches" USING btree ("recipient_id","team_id","about_id") WHERE not sealed;--> statement-breakpoint
CREATE INDEX "notification_batches_feed" ON "notification_batches" USING btree ("recipient_id","team_id","last_at","id");--> statement-breakpoint
CREATE INDEX "notification_batches_kept" ON "notification_batches" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_batch" ON "notifications" USING btree ("batch_id","position");--> statement-breakpoint
CREATE INDEX "notifications_cause" ON "notifications" USING btree ("recipient_id","cause","last_at");--> statement-breakpoint
CREATE INDEX "notifications_feed" ON "notifications" USING btree ("recipient_id","team_id","last_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("recipient_id","team_id") WHERE read_at is null and deleted_at is null;