ALTER TABLE "team_jobs" ADD COLUMN "target_team_id" uuid;--> statement-breakpoint
ALTER TABLE "team_jobs" ADD CONSTRAINT "team_jobs_target_team_id_teams_id_fk" FOREIGN KEY ("target_team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_jobs_target" ON "team_jobs" USING btree ("target_team_id","created_at","id") WHERE target_team_id is not null;--> statement-breakpoint
-- While runs follow a moved agent it has runs in two teams, and each team counts its own: `team:agent` takes the place of `agent`.
CREATE OR REPLACE FUNCTION count_run(r runs, new_status text, amount integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO run_counts (scope, status, n, changes)
  SELECT s.scope, new_status, amount, 1
  FROM (VALUES (r.team_id::text), (r.team_id::text || ':' || r.agent_id::text), (r.team_id::text || ':' || r.user_id::text)) AS s(scope)
  WHERE s.scope IS NOT NULL
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_removed_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_counts (scope, status, n, changes)
  SELECT s.scope, g.status, -count(*), count(*)
  FROM gone g, LATERAL (VALUES (g.team_id::text), (g.team_id::text || ':' || g.agent_id::text), (g.team_id::text || ':' || g.user_id::text)) AS s(scope)
  WHERE s.scope IS NOT NULL GROUP BY 1, 2;
  RETURN NULL;
END $$;--> statement-breakpoint
UPDATE run_counts c SET scope = a.team_id::text || ':' || a.id::text FROM agents a WHERE c.scope = a.id::text;--> statement-breakpoint
-- What follows a moved agent is counted where it arrives, and not refused: the move itself has asked for room. The setting ends with the
-- transaction.
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
  IF current_setting('caseload.following', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  SELECT l.* INTO bound FROM unnest(grown) g JOIN storage_limits l ON l.scope = split_part(g, ':', 1)
  WHERE l.bytes < (SELECT sum(c.n) FROM storage_counts c WHERE c.scope = g) ORDER BY l.bytes LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no room is left' USING ERRCODE = 'SF001', DETAIL = to_json(bound);
  END IF;
  RETURN NULL;
END $$;
