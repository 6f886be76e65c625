ALTER TABLE "source_cursors" ADD COLUMN "unread_folders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "source_cursors" DROP COLUMN "missing_folders";