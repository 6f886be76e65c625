ALTER TABLE "webhook_sources" DROP CONSTRAINT "refused_for_word";--> statement-breakpoint
ALTER TABLE "webhook_sources" ADD COLUMN "sender" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_sources" ADD CONSTRAINT "sender_word" CHECK (sender in ('standard', 'github', 'stripe', 'slack', 'shopify', 'svix', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhook_sources" ADD CONSTRAINT "refused_for_word" CHECK (refused_for in ('unsigned', 'wrong_signature', 'too_old', 'paused', 'unreadable', 'reused_id', 'too_large', 'not_json', 'no_secret')) NOT VALID;