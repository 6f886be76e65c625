CREATE INDEX CONCURRENTLY "artifact_turns_waiting" ON "artifact_turns" USING btree ("team_id","author_user_id") WHERE status = 'waiting_for_input';
