-- A row that goes takes what belongs to it along by a statement of its own, also where there is nothing.
CREATE OR REPLACE FUNCTION weigh_sandboxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE public.sandboxes s SET bytes = s.bytes + c.bytes * TG_ARGV[0]::int
    FROM (SELECT sandbox_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.sandbox_id = s.id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sandbox_files_came AFTER INSERT ON sandbox_files REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION weigh_sandboxes('1');
CREATE OR REPLACE TRIGGER sandbox_files_went AFTER DELETE ON sandbox_files REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION weigh_sandboxes('-1');
