-- Captures go with their process, however that goes; their bytes are let go in the same statement.
CREATE OR REPLACE FUNCTION orphan_clarity_captures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public."orphaned_objects" ("object_key") SELECT "object_key" FROM gone WHERE "object_key" IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER clarity_captures_gone AFTER DELETE ON clarity_captures
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION orphan_clarity_captures();
