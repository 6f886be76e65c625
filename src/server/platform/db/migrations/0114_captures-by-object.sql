CREATE INDEX CONCURRENTLY "clarity_captures_object" ON "clarity_captures" USING hash ("object_key");
