-- Cases, counted by state, verdict and priority.

-- What a case is counted as: the state that it is in or, once it was judged how it ended, the part of that state.
CREATE OR REPLACE FUNCTION case_kind(state text, passed boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT state || CASE WHEN state NOT IN ('completed', 'failed') OR passed IS NULL THEN '' WHEN passed THEN '_passed' ELSE '_flawed' END
$$;

-- As cases are counted: a part beside the state that it is part of.
CREATE OR REPLACE FUNCTION counted_as(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN kind ~ '_(passed|flawed)$' THEN ARRAY[left(kind, -7), kind] ELSE ARRAY[kind] END
$$;

-- What judges found is counted beside the state that it is part of, so that tabs and figures about verdicts cost what those of states do.
CREATE OR REPLACE FUNCTION count_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public.case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, count(*), 1
    FROM new_rows, LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, -count(*), 1
    FROM old_rows, LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    INSERT INTO public.case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, kind, priority, sum(amount), 1
    FROM (SELECT queue_id, state, priority, passed, 1 AS amount FROM new_rows
        UNION ALL SELECT queue_id, state, priority, passed, -1 FROM old_rows) d,
      LATERAL (SELECT state UNION ALL SELECT state || CASE WHEN passed THEN '_passed' ELSE '_flawed' END WHERE passed IS NOT NULL) k(kind)
    GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cases_counted_created AFTER INSERT ON cases REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_cases();
CREATE OR REPLACE TRIGGER cases_counted_changed AFTER UPDATE ON cases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_cases();
CREATE OR REPLACE TRIGGER cases_counted_deleted AFTER DELETE ON cases REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_cases();
