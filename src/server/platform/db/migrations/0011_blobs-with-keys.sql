ALTER TABLE "code_blobs" ADD COLUMN "object_key" text;--> statement-breakpoint
UPDATE "code_blobs" SET object_key = 'teams/' || team_id || '/blobs/' || sha256;--> statement-breakpoint
ALTER TABLE "code_blobs" ALTER COLUMN "object_key" SET NOT NULL;
