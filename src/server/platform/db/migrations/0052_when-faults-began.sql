ALTER TABLE "builder_runs" ADD COLUMN "retrying_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "retrying_since" timestamp (3) with time zone;