CREATE UNIQUE INDEX CONCURRENTLY "clarity_generations_of_version" ON "clarity_generations" USING btree ("process_id") WHERE conversation_id is null and capture_id is null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "clarity_generations_capture" ON "clarity_generations" USING btree ("capture_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY "clarity_generations_version";
