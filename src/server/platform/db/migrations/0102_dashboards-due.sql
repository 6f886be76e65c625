CREATE INDEX CONCURRENTLY "artifacts_refresh" ON "artifacts" USING btree ("refresh_due_at") WHERE refresh_due_at is not null;
