ALTER TABLE "api_keys" ADD COLUMN "created_by_key_id" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "ancestors" uuid[] DEFAULT '{}' NOT NULL;