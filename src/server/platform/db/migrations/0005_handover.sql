ALTER TABLE "revisions" ADD COLUMN "handover_to" uuid;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "sub_agent_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parent_run_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "parent_call_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "hops" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_parent" ON "runs" USING btree ("parent_run_id",coalesce(parent_call_id, '')) WHERE parent_run_id is not null;