CREATE TABLE "storage_counts" (
	"scope" text NOT NULL,
	"kind" text NOT NULL,
	"n" bigint NOT NULL,
	"changes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_attachments" ADD COLUMN "team_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "history_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandboxes" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandboxes" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "storage_counts_scope" ON "storage_counts" USING btree ("scope");--> statement-breakpoint
CREATE INDEX "sandboxes_by_hand" ON "sandboxes" USING btree ("team_id","user_id") WHERE by_hand;
--> statement-breakpoint
UPDATE sandboxes s SET bytes = f.bytes FROM (SELECT sandbox_id, sum(size_bytes) AS bytes FROM sandbox_files GROUP BY 1) f WHERE f.sandbox_id = s.id;--> statement-breakpoint
UPDATE files SET history_bytes = v.bytes FROM (SELECT file_id, sum(size_bytes) AS bytes FROM file_versions GROUP BY 1) v WHERE v.file_id = files.id;--> statement-breakpoint
UPDATE case_attachments a SET team_id = q.team_id FROM cases c JOIN queues q ON q.id = c.queue_id WHERE c.id = a.case_id;--> statement-breakpoint
CREATE FUNCTION stored_bytes(r jsonb, columns text[]) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN r IS NULL OR (r ->> 'completed')::boolean OR r ->> 'deleted_at' IS NOT NULL OR r ->> 'status' = 'failed' THEN 0
    ELSE (SELECT sum((r ->> c)::bigint) FROM unnest(columns) c) END
$$;--> statement-breakpoint
CREATE FUNCTION count_storage(r jsonb, person text, amount bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO storage_counts (scope, kind, n, changes)
  SELECT s.scope, 'bytes', amount, 1
  FROM (VALUES ('person:' || (r ->> person)), ('team:' || (r ->> 'team_id')),
    ('organization:' || (SELECT organization_id::text FROM teams WHERE id = (r ->> 'team_id')::uuid))) AS s(scope)
  WHERE s.scope IS NOT NULL AND amount <> 0
$$;--> statement-breakpoint
-- The first argument names the column of the person, the others those of the bytes.
CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
BEGIN
  IF before ->> 'team_id' = after ->> 'team_id' AND before ->> TG_ARGV[0] IS NOT DISTINCT FROM after ->> TG_ARGV[0] THEN
    PERFORM count_storage(after, TG_ARGV[0], stored_bytes(after, TG_ARGV[1:]) - stored_bytes(before, TG_ARGV[1:]));
  ELSE
    PERFORM count_storage(before, TG_ARGV[0], -stored_bytes(before, TG_ARGV[1:]));
    PERFORM count_storage(after, TG_ARGV[0], stored_bytes(after, TG_ARGV[1:]));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
DECLARE counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('sandboxes', 'user_id', '{bytes}'::text[], 'team_id, user_id, bytes'),
    ('files', 'written_by', '{size_bytes,history_bytes}', 'team_id, written_by, size_bytes, history_bytes'),
    ('file_uploads', '', '{received}', 'received, completed'),
    ('case_attachments', 'created_by', '{size_bytes}', 'team_id, created_by, size_bytes, status, deleted_at')) AS t(name, person, bytes, columns)
  LOOP
    EXECUTE format('SELECT count_storage(to_jsonb(r), %L, stored_bytes(to_jsonb(r), %L)) FROM %I r', counted.person, counted.bytes, counted.name);
    EXECUTE format('CREATE TRIGGER storage_counted AFTER INSERT OR DELETE OR UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION count_stored(%L, %s)',
      counted.columns, counted.name, counted.person, (SELECT string_agg(quote_literal(b), ', ') FROM unnest(counted.bytes) b));
  END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION weigh_sandboxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sandboxes s SET bytes = s.bytes + c.bytes * TG_ARGV[0]::int
  FROM (SELECT sandbox_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.sandbox_id = s.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sandbox_files_came AFTER INSERT ON sandbox_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION weigh_sandboxes('1');--> statement-breakpoint
CREATE TRIGGER sandbox_files_went AFTER DELETE ON sandbox_files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION weigh_sandboxes('-1');--> statement-breakpoint
CREATE FUNCTION weigh_histories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE files f SET history_bytes = f.history_bytes + c.bytes * TG_ARGV[0]::int
  FROM (SELECT file_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.file_id = f.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER file_versions_came AFTER INSERT ON file_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION weigh_histories('1');--> statement-breakpoint
CREATE TRIGGER file_versions_went AFTER DELETE ON file_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION weigh_histories('-1');
