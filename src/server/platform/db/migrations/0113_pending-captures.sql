CREATE INDEX CONCURRENTLY "clarity_captures_pending" ON "clarity_captures" USING btree ("created_at") WHERE status = 'pending';
