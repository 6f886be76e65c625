-- Successes are counted beside the state that they are part of: a tab shows their number, and a change of it is as frequent as any other.
CREATE OR REPLACE FUNCTION count_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, count(*), 1
    FROM new_rows, LATERAL (SELECT state UNION ALL SELECT 'success' WHERE passed AND state = 'completed') k(kind)
    GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, -count(*), 1
    FROM old_rows, LATERAL (SELECT state UNION ALL SELECT 'success' WHERE passed AND state = 'completed') k(kind)
    GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, sum(amount), 1
    FROM (SELECT queue_id, state, priority, passed, 1 AS amount FROM new_rows
        UNION ALL SELECT queue_id, state, priority, passed, -1 FROM old_rows) d,
      LATERAL (SELECT state UNION ALL SELECT 'success' WHERE passed AND state = 'completed') k(kind)
    GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
INSERT INTO case_counts (scope, status, priority, n, changes)
SELECT queue_id::text, 'success', priority, count(*), 1 FROM cases WHERE passed AND state = 'completed' GROUP BY 1, 3;
