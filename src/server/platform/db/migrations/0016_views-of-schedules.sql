ALTER TABLE "list_columns" DROP CONSTRAINT "list_word";--> statement-breakpoint
ALTER TABLE "list_views" DROP CONSTRAINT "list_word";--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_word" CHECK (list in ('runs', 'agents', 'automations', 'files', 'queues', 'schedules', 'cases'));--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_word" CHECK (list in ('runs', 'agents', 'automations', 'files', 'queues', 'schedules', 'cases'));