DROP INDEX "trigger_events_unmatched";--> statement-breakpoint
DROP INDEX "trigger_matches_due";--> statement-breakpoint
CREATE INDEX "trigger_events_unmatched" ON "trigger_events" USING btree ("source_id","id") WHERE matched_at is null;--> statement-breakpoint
CREATE INDEX "trigger_matches_due" ON "trigger_matches" USING btree ("trigger_id","next_attempt_at","event_id") WHERE next_attempt_at is not null;