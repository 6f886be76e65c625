DROP INDEX "cases_passed";--> statement-breakpoint
CREATE INDEX "cases_judged" ON "cases" USING btree ("queue_id","state","passed","priority","created_at","id") WHERE passed is not null;--> statement-breakpoint
-- What judges found is counted beside the state that it is part of, so that tabs and figures about verdicts cost what those of states do.
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
  ELSE
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, sum(amount), 1
    FROM (SELECT queue_id, state, priority, passed, 1 AS amount FROM new_rows
        UNION ALL SELECT queue_id, state, priority, passed, -1 FROM old_rows) d,
      LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM case_counts WHERE status = 'success';--> statement-breakpoint
INSERT INTO case_counts (scope, status, priority, n, changes)
SELECT queue_id::text, state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END, priority, count(*), 1
FROM cases WHERE passed IS NOT NULL GROUP BY 1, 2, 3;
