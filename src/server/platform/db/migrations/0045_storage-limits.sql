CREATE TABLE "storage_limits" (
	"scope" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_blobs" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "file_uploads" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "skills" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "code_blobs" ADD CONSTRAINT "code_blobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_uploads" ADD CONSTRAINT "file_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
DROP TRIGGER storage_counted ON sandboxes;--> statement-breakpoint
DROP TRIGGER storage_counted ON files;--> statement-breakpoint
DROP TRIGGER storage_counted ON file_uploads;--> statement-breakpoint
DROP TRIGGER storage_counted ON case_attachments;--> statement-breakpoint
DROP FUNCTION count_stored();--> statement-breakpoint
DROP FUNCTION count_storage(jsonb, text, bigint);--> statement-breakpoint
UPDATE skills s SET bytes = f.bytes FROM (SELECT skill_id, sum(size_bytes) AS bytes FROM skill_files GROUP BY 1) f WHERE f.skill_id = s.id;--> statement-breakpoint
UPDATE case_attachments a SET team_id = q.team_id FROM cases c JOIN queues q ON q.id = c.queue_id WHERE c.id = a.case_id AND a.team_id IS DISTINCT FROM q.team_id;--> statement-breakpoint
CREATE FUNCTION weigh_skills() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE skills s SET bytes = s.bytes + c.bytes * TG_ARGV[0]::int
  FROM (SELECT skill_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.skill_id = s.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER skill_files_came AFTER INSERT ON skill_files REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION weigh_skills('1');--> statement-breakpoint
CREATE TRIGGER skill_files_went AFTER DELETE ON skill_files REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION weigh_skills('-1');--> statement-breakpoint
-- A row by whom it counts against.
CREATE FUNCTION storage_of(r jsonb, person text, columns text[]) RETURNS TABLE (scope text, n bigint) LANGUAGE sql STABLE AS $$
  SELECT s.scope, stored_bytes(r, columns)
  FROM (VALUES ('person:' || (r ->> person)), ('team:' || (r ->> 'team_id')),
    ('organization:' || (SELECT organization_id::text FROM teams WHERE id = (r ->> 'team_id')::uuid))) AS s (scope)
  WHERE s.scope IS NOT NULL
$$;--> statement-breakpoint
-- Counts what a statement stored and refuses it where that is more than may be. Only a scope that grows is asked: with limits that came down,
-- people still rename and delete. The first argument names the column of the person, the others those of the bytes.
CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  grown text[];
  bound storage_limits;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT coalesce(jsonb_object_agg(d.scope, d.n), '{}') INTO before
    FROM (SELECT s.scope, -sum(s.n) AS n FROM gone r, storage_of(to_jsonb(r), TG_ARGV[0], TG_ARGV[1:]) s GROUP BY 1) d;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT coalesce(jsonb_object_agg(d.scope, d.n), '{}') INTO after
    FROM (SELECT s.scope, sum(s.n) AS n FROM came r, storage_of(to_jsonb(r), TG_ARGV[0], TG_ARGV[1:]) s GROUP BY 1) d;
  END IF;
  WITH changed AS (
    SELECT d.key AS scope, sum(d.value::bigint) AS n
    FROM (SELECT * FROM jsonb_each_text(before) UNION ALL SELECT * FROM jsonb_each_text(after)) d
    GROUP BY 1 HAVING sum(d.value::bigint) <> 0),
  counted AS (INSERT INTO storage_counts (scope, kind, n, changes) SELECT scope, 'bytes', n, 1 FROM changed)
  SELECT array_agg(scope) FILTER (WHERE n > 0) INTO grown FROM changed;
  SELECT l.* INTO bound FROM unnest(grown) g JOIN storage_limits l ON l.scope = split_part(g, ':', 1)
  WHERE l.bytes < (SELECT sum(c.n) FROM storage_counts c WHERE c.scope = g) ORDER BY l.bytes LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no room is left' USING ERRCODE = 'SF001', DETAIL = to_json(bound);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM storage_counts;--> statement-breakpoint
DO $$
DECLARE counted record;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('sandboxes', 'user_id', '{bytes}'::text[]),
    ('files', 'written_by', '{size_bytes,history_bytes}'),
    ('file_uploads', 'user_id', '{received}'),
    ('case_attachments', 'created_by', '{size_bytes}'),
    ('skills', 'updated_by', '{bytes}'),
    ('code_blobs', 'created_by', '{size_bytes}')) AS t(name, person, bytes)
  LOOP
    EXECUTE format('INSERT INTO storage_counts (scope, kind, n, changes)
      SELECT s.scope, ''bytes'', sum(s.n), 1 FROM %I r, storage_of(to_jsonb(r), %L, %L) s GROUP BY 1', counted.name, counted.person, counted.bytes);
    FOR event IN 1..3 LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION count_stored(%L, %s)',
        (ARRAY['storage_came', 'storage_changed', 'storage_went'])[event], (ARRAY['INSERT', 'UPDATE', 'DELETE'])[event], counted.name,
        (ARRAY['NEW TABLE AS came', 'OLD TABLE AS gone NEW TABLE AS came', 'OLD TABLE AS gone'])[event],
        counted.person, (SELECT string_agg(quote_literal(b), ', ') FROM unnest(counted.bytes) b));
    END LOOP;
  END LOOP;
END $$;--> statement-breakpoint
-- A team that goes takes its bytes out of its organization: its rows, which go after it, no longer find that.
CREATE FUNCTION storage_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO storage_counts (scope, kind, n, changes)
  SELECT 'organization:' || OLD.organization_id, 'bytes', -sum(n), 1 FROM storage_counts WHERE scope = 'team:' || OLD.id HAVING sum(n) <> 0;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER storage_leaves BEFORE DELETE ON teams FOR EACH ROW EXECUTE FUNCTION storage_leaves();
