ALTER TABLE "audit_keys" ADD COLUMN "first_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_retention" ADD COLUMN "audit_entries" integer DEFAULT 365;