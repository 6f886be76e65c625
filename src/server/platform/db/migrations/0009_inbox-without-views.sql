DELETE FROM "list_views" WHERE list = 'inbox';--> statement-breakpoint
ALTER TABLE "list_views" DROP CONSTRAINT "list_word";--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_word" CHECK (list in ('runs', 'agents', 'automations', 'files', 'queues'));