DROP INDEX "sandboxes_expiry";--> statement-breakpoint
CREATE INDEX "runs_asking" ON "runs" USING btree ("id") WHERE status = 'running' and worker_id is null and next_attempt_at is null;--> statement-breakpoint
CREATE INDEX "sandboxes_expiry" ON "sandboxes" USING btree ("expires_at") WHERE expires_at < 'infinity';--> statement-breakpoint
ALTER TABLE sandboxes DISABLE TRIGGER storage_changed;--> statement-breakpoint
UPDATE sandboxes s SET expires_at = 'infinity' WHERE EXISTS (SELECT FROM runs r WHERE r.sandbox_id = s.id);--> statement-breakpoint
ALTER TABLE sandboxes ENABLE TRIGGER storage_changed;--> statement-breakpoint
-- A row that goes takes what belongs to it along by a statement of its own, also where there is nothing.
CREATE OR REPLACE FUNCTION weigh_sandboxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE sandboxes s SET bytes = s.bytes + c.bytes * TG_ARGV[0]::int
    FROM (SELECT sandbox_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.sandbox_id = s.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  grown text[];
  bound storage_limits;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF NOT EXISTS (SELECT FROM gone) THEN
      RETURN NULL;
    END IF;
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
-- A program has answers only in a run with a sandbox.
DROP TRIGGER runs_drop_program_calls ON runs;--> statement-breakpoint
CREATE TRIGGER runs_drop_program_calls AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.sandbox_id IS NOT NULL AND NEW.status IN ('completed', 'failed', 'interrupted') AND NEW.status <> OLD.status)
  EXECUTE FUNCTION drop_program_calls();
