CREATE TABLE "source_cursors" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"cursor" jsonb,
	"server_url" text,
	"looks" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"began_at" timestamp (3) with time zone,
	"looked_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "event_triggers" DROP CONSTRAINT "integration_slug_word";--> statement-breakpoint
ALTER TABLE "event_triggers" DROP CONSTRAINT "trigger_type_word";--> statement-breakpoint
ALTER TABLE "trigger_events" DROP CONSTRAINT "type_word";--> statement-breakpoint
DROP INDEX "trigger_events_of_webhooks";--> statement-breakpoint
ALTER TABLE "event_triggers" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "source_cursors" ADD CONSTRAINT "source_cursors_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_cursors_due" ON "source_cursors" USING btree ("next_attempt_at");--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "event_triggers_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_triggers_connection" ON "event_triggers" USING btree ("connection_id") WHERE connection_id is not null;--> statement-breakpoint
CREATE INDEX "trigger_events_of_sources" ON "trigger_events" USING btree ("source_id","created_at") WHERE source_id <> team_id;--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "integration_slug_word" CHECK (integration_slug in ('cases', 'runs', 'team-files', 'mcp-resources', 'webhook'));--> statement-breakpoint
ALTER TABLE "event_triggers" ADD CONSTRAINT "trigger_type_word" CHECK (trigger_type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting', 'file_added', 'file_changed', 'file_removed', 'resource_added', 'resource_changed', 'resource_removed', 'webhook_received'));--> statement-breakpoint
ALTER TABLE "trigger_events" ADD CONSTRAINT "type_word" CHECK (type in ('case_created', 'case_completed', 'case_failed', 'case_status_changed', 'run_completed', 'run_failed', 'run_interrupted', 'run_waiting', 'file_added', 'file_changed', 'file_removed', 'resource_added', 'resource_changed', 'resource_removed', 'webhook_received'));