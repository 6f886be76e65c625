DROP INDEX "run_evaluations_agent";--> statement-breakpoint
ALTER TABLE "case_evaluations" ADD COLUMN "queue_id" uuid;--> statement-breakpoint
UPDATE case_evaluations e SET queue_id = c.queue_id FROM cases c WHERE c.id = e.case_id;--> statement-breakpoint
ALTER TABLE "case_evaluations" ALTER COLUMN "queue_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "has_history" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_retention" ADD COLUMN "verdicts" integer;--> statement-breakpoint
ALTER TABLE "organization_retention" ADD COLUMN "case_events" integer;--> statement-breakpoint
CREATE INDEX "case_evaluations_judged" ON "case_evaluations" USING btree ("queue_id","evaluated_at") WHERE evaluated_at is not null;--> statement-breakpoint
CREATE INDEX "cases_with_history" ON "cases" USING btree ("queue_id","completed_at") WHERE completed_at is not null and has_history;--> statement-breakpoint
CREATE INDEX "run_evaluations_agent" ON "run_evaluations" USING btree ("agent_id","evaluated_at") WHERE evaluated_at is not null;