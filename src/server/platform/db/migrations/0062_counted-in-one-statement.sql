-- What a run leaves and what it comes to are noted together: each statement of a trigger costs more than the rows that it writes.
CREATE OR REPLACE FUNCTION count_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.status <> NEW.status OR OLD.team_id <> NEW.team_id) THEN
    INSERT INTO run_counts (scope, status, n, changes)
    SELECT s.scope, s.status, s.amount, 1
    FROM (VALUES (OLD.team_id::text, OLD.status, -1), (OLD.team_id::text || ':' || OLD.agent_id::text, OLD.status, -1),
      (OLD.team_id::text || ':' || OLD.user_id::text, OLD.status, -1), (NEW.team_id::text, NEW.status, 1),
      (NEW.team_id::text || ':' || NEW.agent_id::text, NEW.status, 1), (NEW.team_id::text || ':' || NEW.user_id::text, NEW.status, 1)
    ) AS s(scope, status, amount)
    WHERE s.scope IS NOT NULL;
  ELSE
    INSERT INTO run_counts (scope, status, n, changes)
    SELECT s.scope, NEW.status, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE 0 END, 1
    FROM (VALUES (NEW.team_id::text), (NEW.team_id::text || ':' || NEW.agent_id::text), (NEW.team_id::text || ':' || NEW.user_id::text)) AS s(scope)
    WHERE s.scope IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP FUNCTION count_run(runs, text, integer);--> statement-breakpoint
-- The end of a run moves its case by a statement that fires these also where there is none.
CREATE OR REPLACE FUNCTION follow_cases() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    UPDATE case_labels l SET kind = case_kind(n.state, n.passed), priority = n.priority, updated_at = n.updated_at
    FROM new_rows n
    WHERE l.case_id = n.id
      AND (l.kind, l.priority, l.updated_at) IS DISTINCT FROM (case_kind(n.state, n.passed), n.priority, n.updated_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_case_labels() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed_rows) THEN
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT label_id::text, status, priority, count(*), 1
    FROM changed_rows, unnest(counted_as(kind)) k(status)
    GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT label_id::text, status, priority, -count(*), 1
    FROM changed_rows, unnest(counted_as(kind)) k(status)
    GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT label_id::text, status, priority, sum(amount), 1
    FROM (SELECT label_id, kind, priority, 1 AS amount FROM changed_rows UNION ALL SELECT label_id, kind, priority, -1 FROM old_rows) d,
      unnest(counted_as(kind)) k(status)
    GROUP BY 1, 2, 3 HAVING sum(amount) <> 0;
    RETURN NULL;
  END IF;
  INSERT INTO case_counts (scope, status, n, changes)
  SELECT DISTINCT c.queue_id::text, '', 0, 1 FROM changed_rows l JOIN cases c ON c.id = l.case_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, count(*), 1
    FROM new_rows, LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, -count(*), 1
    FROM old_rows, LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, sum(amount), 1
    FROM (SELECT queue_id, state, priority, passed, 1 AS amount FROM new_rows
        UNION ALL SELECT queue_id, state, priority, passed, -1 FROM old_rows) d,
      LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A text without a mark beside a word, as most titles are, has no phrases: they are looked for only where there is one.
CREATE OR REPLACE FUNCTION words_of(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(CASE WHEN plain COLLATE "und-x-icu" ~ '[[:alnum:]][^[:alnum:] ]|[^[:alnum:] ][[:alnum:]]'
      THEN coalesce(phrases_of(plain), '{~}') ELSE '{}' END || array(SELECT left(word, 255)
    FROM unnest(string_to_array(regexp_replace(plain COLLATE "und-x-icu", '[^[:alnum:]]+', ' ', 'g'), ' ')) word WHERE word <> ''))
  FROM (SELECT folded(given) AS plain OFFSET 0) f
$$;
