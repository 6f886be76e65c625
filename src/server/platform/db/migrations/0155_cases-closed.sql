CREATE INDEX CONCURRENTLY "cases_closed" ON "cases" USING btree ("queue_id","completed_at") WHERE completed_at is not null;
