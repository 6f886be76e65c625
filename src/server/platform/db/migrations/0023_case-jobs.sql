CREATE TABLE "case_job_items" (
	"job_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"case_id" uuid NOT NULL,
	"title" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	CONSTRAINT "case_job_items_job_id_place_pk" PRIMARY KEY("job_id","place")
);
--> statement-breakpoint
CREATE TABLE "case_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue_id" uuid NOT NULL,
	"act" jsonb NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"interrupted_runs" integer DEFAULT 0 NOT NULL,
	"error" text,
	"started_by" uuid,
	"turn_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "case_job_items" ADD CONSTRAINT "case_job_items_job_id_case_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."case_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_jobs" ADD CONSTRAINT "case_jobs_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_jobs" ADD CONSTRAINT "case_jobs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_job_items_outcome" ON "case_job_items" USING btree ("job_id","outcome","place");--> statement-breakpoint
CREATE INDEX "case_jobs_queue" ON "case_jobs" USING btree ("queue_id","created_at","id");--> statement-breakpoint
CREATE INDEX "case_jobs_running" ON "case_jobs" USING btree ("turn_at","id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "case_jobs_ended" ON "case_jobs" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "case_approvals_decided" ON "case_approvals" USING btree ("responded_at","id") WHERE decision is not null;