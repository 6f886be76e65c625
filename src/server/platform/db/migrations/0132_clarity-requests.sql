CREATE TABLE "clarity_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"step_id" text NOT NULL,
	"gap" text NOT NULL,
	"suggested_prompt" text,
	"priority" text NOT NULL,
	"requested_user_id" uuid,
	"capture_id" uuid,
	"resolved_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "priority_word" CHECK (priority in ('low', 'medium', 'high'))
);
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD COLUMN "proposal" json;--> statement-breakpoint
ALTER TABLE "clarity_interviews" ADD COLUMN "focused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "process_id" uuid;--> statement-breakpoint
ALTER TABLE "clarity_requests" ADD CONSTRAINT "clarity_requests_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_requests" ADD CONSTRAINT "clarity_requests_proposal_id_clarity_snapshots_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."clarity_snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_requests" ADD CONSTRAINT "clarity_requests_requested_user_id_users_id_fk" FOREIGN KEY ("requested_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_requests" ADD CONSTRAINT "clarity_requests_capture_id_clarity_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."clarity_captures"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clarity_requests_process" ON "clarity_requests" USING btree ("process_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_requests_proposal" ON "clarity_requests" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "clarity_requests_capture" ON "clarity_requests" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "clarity_requests_user" ON "clarity_requests" USING btree ("requested_user_id");