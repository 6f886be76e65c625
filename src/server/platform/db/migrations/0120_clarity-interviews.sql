CREATE TABLE "clarity_interviews" (
	"capture_id" uuid PRIMARY KEY NOT NULL,
	"invite_id" uuid,
	"question" text,
	"question_by" text,
	"asked_next" json DEFAULT '[]'::json NOT NULL,
	"open_questions" json DEFAULT '[]'::json NOT NULL,
	"corrected" json DEFAULT '[]'::json NOT NULL,
	CONSTRAINT "clarity_interviews_invite_id_unique" UNIQUE("invite_id")
);
--> statement-breakpoint
CREATE TABLE "clarity_invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "clarity_invites_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "clarity_captures" ADD COLUMN "person" text;--> statement-breakpoint
ALTER TABLE "clarity_interviews" ADD CONSTRAINT "clarity_interviews_capture_id_clarity_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."clarity_captures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_interviews" ADD CONSTRAINT "clarity_interviews_invite_id_clarity_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."clarity_invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_invites" ADD CONSTRAINT "clarity_invites_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_invites" ADD CONSTRAINT "clarity_invites_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_invites_active" ON "clarity_invites" USING btree ("process_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "clarity_invites_process" ON "clarity_invites" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "clarity_invites_created_by" ON "clarity_invites" USING btree ("created_by");