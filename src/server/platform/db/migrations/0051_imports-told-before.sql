ALTER TABLE "case_jobs" ADD COLUMN "digest" text;--> statement-breakpoint
CREATE INDEX "case_jobs_digest" ON "case_jobs" USING btree ("queue_id","digest","created_at") WHERE digest is not null;--> statement-breakpoint
CREATE INDEX "cases_waiting_titles" ON "cases" USING btree ("queue_id",md5(title)) WHERE state = 'pending';