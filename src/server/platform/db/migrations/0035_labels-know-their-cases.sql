DROP INDEX "case_labels_label";--> statement-breakpoint
DROP INDEX "cases_postponed";--> statement-breakpoint
CREATE INDEX "cases_postponed" ON "cases" USING btree ("queue_id","state","priority",coalesce(postponed_to, 'infinity'),"id");--> statement-breakpoint
ALTER TABLE "case_labels" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "case_labels" ADD COLUMN "priority" smallint;--> statement-breakpoint
ALTER TABLE "case_labels" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "case_labels" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
-- What a case is counted as: the state that it is in or, once it was judged how it ended, the part of that state.
CREATE FUNCTION case_kind(state text, passed boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT state || CASE WHEN state NOT IN ('completed', 'failed') OR passed IS NULL THEN '' WHEN passed THEN '_passed' ELSE '_flawed' END
$$;--> statement-breakpoint
UPDATE case_labels l SET kind = case_kind(c.state, c.passed), priority = c.priority, created_at = c.created_at, updated_at = c.updated_at
FROM cases c WHERE c.id = l.case_id;--> statement-breakpoint
ALTER TABLE "case_labels" ALTER COLUMN "kind" SET NOT NULL, ALTER COLUMN "priority" SET NOT NULL, ALTER COLUMN "created_at" SET NOT NULL,
  ALTER COLUMN "updated_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "case_labels_created" ON "case_labels" USING btree ("label_id","kind","priority","created_at","case_id");--> statement-breakpoint
CREATE INDEX "case_labels_updated" ON "case_labels" USING btree ("label_id","kind","priority","updated_at","case_id");--> statement-breakpoint
-- The case stays held: whoever changes it waits, and then finds this label on it. A case that was just deleted gets none.
CREATE FUNCTION label_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT case_kind(state, passed), priority, created_at, updated_at INTO NEW.kind, NEW.priority, NEW.created_at, NEW.updated_at
  FROM cases WHERE id = NEW.case_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER case_labels_copied BEFORE INSERT ON case_labels FOR EACH ROW EXECUTE FUNCTION label_case();--> statement-breakpoint
-- A plan that was made for one statement is kept for those that come: without these settings one of many cases would have the next, of a
-- single case, read every label that there is.
CREATE FUNCTION follow_cases() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  UPDATE case_labels l SET kind = case_kind(n.state, n.passed), priority = n.priority, updated_at = n.updated_at
  FROM new_rows n
  WHERE l.case_id = n.id
    AND (l.kind, l.priority, l.updated_at) IS DISTINCT FROM (case_kind(n.state, n.passed), n.priority, n.updated_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_followed AFTER UPDATE ON cases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_cases();--> statement-breakpoint
-- As cases are counted: a part beside the state that it is part of.
CREATE FUNCTION counted_as(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN kind ~ '_(passed|flawed)$' THEN ARRAY[left(kind, -7), kind] ELSE ARRAY[kind] END
$$;--> statement-breakpoint
-- The queue of labels that come and go notes a change too: a total of cases with a
-- label may be remembered. What a case itself went through its queue has noted already.
CREATE OR REPLACE FUNCTION count_case_labels() RETURNS trigger LANGUAGE plpgsql SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
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
CREATE TRIGGER case_labels_counted_changed AFTER UPDATE ON case_labels REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_case_labels();--> statement-breakpoint
DELETE FROM case_counts WHERE scope IN (SELECT id::text FROM queue_labels);--> statement-breakpoint
INSERT INTO case_counts (scope, status, priority, n, changes)
SELECT label_id::text, status, priority, count(*), 1
FROM case_labels, unnest(counted_as(kind)) k(status)
GROUP BY 1, 2, 3;
