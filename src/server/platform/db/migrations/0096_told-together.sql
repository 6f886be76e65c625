ALTER TABLE "notifications" ADD COLUMN "subjects" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "list" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "known_reasons" text;