CREATE UNIQUE INDEX CONCURRENTLY "clarity_generations_version" ON "clarity_generations" USING btree ("process_id") WHERE conversation_id is null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "clarity_generations_conversation" ON "clarity_generations" USING btree ("conversation_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clarity_generations_of_process" ON "clarity_generations" USING btree ("process_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY "clarity_generations_process";
