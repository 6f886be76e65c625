ALTER TABLE "runs" ADD COLUMN "excused_starts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "claims" integer DEFAULT 0 NOT NULL;