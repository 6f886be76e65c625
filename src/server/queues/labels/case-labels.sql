-- A label on a case carries what the case is, and is counted as that.

-- The case stays held: whoever changes it waits, and then finds this label on it. A case that was just deleted gets none.
CREATE OR REPLACE FUNCTION label_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT public.case_kind(state, passed), priority, created_at, updated_at INTO NEW.kind, NEW.priority, NEW.created_at, NEW.updated_at
  FROM public.cases WHERE id = NEW.case_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

-- A plan that was made for one statement is kept for those that come: without these settings one of many cases would have the next, of a
-- single case, read every label that there is.
-- The end of a run moves its case by a statement that fires these also where there is none.
CREATE OR REPLACE FUNCTION follow_cases() RETURNS trigger
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows) THEN
    UPDATE public.case_labels l SET kind = public.case_kind(n.state, n.passed), priority = n.priority, updated_at = n.updated_at
    FROM new_rows n
    WHERE l.case_id = n.id
      AND (l.kind, l.priority, l.updated_at) IS DISTINCT FROM (public.case_kind(n.state, n.passed), n.priority, n.updated_at);
  END IF;
  RETURN NULL;
END $$;

-- The queue of labels that come and go notes a change too: a total of cases with a
-- label may be remembered. What a case itself went through its queue has noted already.
CREATE OR REPLACE FUNCTION count_case_labels() RETURNS trigger
LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed_rows) THEN
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO public.case_counts (scope, status, priority, n, changes)
    SELECT label_id::text, status, priority, count(*), 1
    FROM changed_rows, unnest(public.counted_as(kind)) k(status)
    GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO public.case_counts (scope, status, priority, n, changes)
    SELECT label_id::text, status, priority, -count(*), 1
    FROM changed_rows, unnest(public.counted_as(kind)) k(status)
    GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO public.case_counts (scope, status, priority, n, changes)
    SELECT label_id::text, status, priority, sum(amount), 1
    FROM (SELECT label_id, kind, priority, 1 AS amount FROM changed_rows UNION ALL SELECT label_id, kind, priority, -1 FROM old_rows) d,
      unnest(public.counted_as(kind)) k(status)
    GROUP BY 1, 2, 3 HAVING sum(amount) <> 0;
    RETURN NULL;
  END IF;
  INSERT INTO public.case_counts (scope, status, n, changes)
  SELECT DISTINCT c.queue_id::text, '', 0, 1 FROM changed_rows l JOIN public.cases c ON c.id = l.case_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER case_labels_copied BEFORE INSERT ON case_labels FOR EACH ROW EXECUTE FUNCTION label_case();
CREATE OR REPLACE TRIGGER cases_followed AFTER UPDATE ON cases REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_cases();
CREATE OR REPLACE TRIGGER case_labels_counted_created AFTER INSERT ON case_labels REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_case_labels();

CREATE OR REPLACE TRIGGER case_labels_counted_changed AFTER UPDATE ON case_labels REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_case_labels();
CREATE OR REPLACE TRIGGER case_labels_counted_deleted AFTER DELETE ON case_labels REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_case_labels();
