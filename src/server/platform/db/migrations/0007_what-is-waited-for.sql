ALTER TABLE "builder_runs" ADD COLUMN "silent_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "builder_runs" ADD COLUMN "silent_within" boolean;--> statement-breakpoint
ALTER TABLE "case_evaluations" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "case_evaluations" ADD COLUMN "retry_reason" text;--> statement-breakpoint
ALTER TABLE "run_evaluations" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "run_evaluations" ADD COLUMN "retry_reason" text;