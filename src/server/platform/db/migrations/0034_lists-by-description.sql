ALTER TABLE "list_columns" DROP CONSTRAINT "list_word";--> statement-breakpoint
ALTER TABLE "list_views" DROP CONSTRAINT "list_word";