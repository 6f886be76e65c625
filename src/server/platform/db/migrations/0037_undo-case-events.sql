ALTER TABLE "case_events" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "case_events" ADD COLUMN "undone_at" timestamp (3) with time zone;