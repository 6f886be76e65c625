ALTER TABLE "connections" DROP CONSTRAINT "broken_reason_word";--> statement-breakpoint
CREATE INDEX "schedule_firings_due" ON "schedule_firings" USING btree ("due_at","schedule_id","outcome","count");--> statement-breakpoint
CREATE INDEX "schedule_firings_outcome" ON "schedule_firings" USING btree ("schedule_id","outcome","due_at");--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "broken_reason_word" CHECK (broken_reason in ('invalid_grant', 'invalid_client', 'unauthorized', 'renewal_lost'));