CREATE UNIQUE INDEX CONCURRENTLY "custom_integrations_named" ON "custom_integrations" USING btree ("team_id",lower("name" collate "und-x-icu"));--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_sources_named" ON "webhook_sources" USING btree ("team_id",lower(name collate "und-x-icu")) WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "custom_integrations_name";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_sources_name";
