-- Stored bytes, counted by whom they count against, and bounded.

CREATE OR REPLACE FUNCTION stored_bytes(r jsonb, columns text[]) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN r IS NULL OR (r ->> 'completed')::boolean OR r ->> 'deleted_at' IS NOT NULL OR r ->> 'status' = 'failed' THEN 0
    ELSE (SELECT sum((r ->> c)::bigint) FROM unnest(columns) c) END
$$;

-- A row by whom it counts against.
CREATE OR REPLACE FUNCTION storage_of(r jsonb, person text, columns text[]) RETURNS TABLE (scope text, n bigint) LANGUAGE sql STABLE AS $$
  SELECT s.scope, public.stored_bytes(r, columns)
  FROM (VALUES ('person:' || (r ->> person)), ('team:' || (r ->> 'team_id')),
    ('organization:' || (SELECT organization_id::text FROM public.teams WHERE id = (r ->> 'team_id')::uuid))) AS s (scope)
  WHERE s.scope IS NOT NULL
$$;

-- What follows a moved agent is counted where it arrives, and not refused: the move itself has asked for room. The setting ends with the
-- transaction.
CREATE OR REPLACE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  grown text[];
  bound public.storage_limits;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM gone) THEN
      RETURN NULL;
    END IF;
    SELECT coalesce(jsonb_object_agg(d.scope, d.n), '{}') INTO before
    FROM (SELECT s.scope, -sum(s.n) AS n FROM gone r, public.storage_of(to_jsonb(r), TG_ARGV[0], TG_ARGV[1:]) s GROUP BY 1) d;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT coalesce(jsonb_object_agg(d.scope, d.n), '{}') INTO after
    FROM (SELECT s.scope, sum(s.n) AS n FROM came r, public.storage_of(to_jsonb(r), TG_ARGV[0], TG_ARGV[1:]) s GROUP BY 1) d;
  END IF;
  WITH changed AS (
    SELECT d.key AS scope, sum(d.value::bigint) AS n
    FROM (SELECT * FROM jsonb_each_text(before) UNION ALL SELECT * FROM jsonb_each_text(after)) d
    GROUP BY 1 HAVING sum(d.value::bigint) <> 0),
  counted AS (INSERT INTO public.storage_counts (scope, kind, n, changes) SELECT scope, 'bytes', n, 1 FROM changed)
  SELECT array_agg(scope) FILTER (WHERE n > 0) INTO grown FROM changed;
  IF current_setting('caseload.following', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  SELECT l.* INTO bound FROM unnest(grown) g JOIN public.storage_limits l ON l.scope = split_part(g, ':', 1)
  WHERE l.bytes < (SELECT sum(c.n) FROM public.storage_counts c WHERE c.scope = g) ORDER BY l.bytes LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no room is left' USING ERRCODE = 'SF001', DETAIL = to_json(bound);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON sandboxes REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'bytes');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON sandboxes REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'bytes');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON sandboxes REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'bytes');
CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON files REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('written_by', 'size_bytes', 'history_bytes');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON files REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('written_by', 'size_bytes', 'history_bytes');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON files REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('written_by', 'size_bytes', 'history_bytes');
CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON file_uploads REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'received');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON file_uploads REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'received');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON file_uploads REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'received');
CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON case_attachments REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('created_by', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON case_attachments REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('created_by', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON case_attachments REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('created_by', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON skills REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('updated_by', 'bytes');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON skills REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('updated_by', 'bytes');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON skills REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('updated_by', 'bytes');
CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON code_blobs REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('created_by', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON code_blobs REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('created_by', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON code_blobs REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('created_by', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_came AFTER INSERT ON clarity_captures REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_changed AFTER UPDATE ON clarity_captures REFERENCING OLD TABLE AS gone NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'size_bytes');
CREATE OR REPLACE TRIGGER storage_went AFTER DELETE ON clarity_captures REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored('user_id', 'size_bytes');

-- A team that goes takes its bytes out of its organization: its rows, which go after it, no longer find that.
CREATE OR REPLACE FUNCTION storage_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.storage_counts (scope, kind, n, changes)
  SELECT 'organization:' || OLD.organization_id, 'bytes', -sum(n), 1 FROM public.storage_counts WHERE scope = 'team:' || OLD.id HAVING sum(n) <> 0;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER storage_leaves BEFORE DELETE ON teams FOR EACH ROW EXECUTE FUNCTION storage_leaves();
