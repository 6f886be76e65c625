-- A file weighs what its history does, a skill what its files do.

CREATE OR REPLACE FUNCTION weigh_histories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.files f SET history_bytes = f.history_bytes + c.bytes * TG_ARGV[0]::int
  FROM (SELECT file_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.file_id = f.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER file_versions_came AFTER INSERT ON file_versions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION weigh_histories('1');
CREATE OR REPLACE TRIGGER file_versions_went AFTER DELETE ON file_versions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION weigh_histories('-1');

CREATE OR REPLACE FUNCTION weigh_skills() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.skills s SET bytes = s.bytes + c.bytes * TG_ARGV[0]::int
  FROM (SELECT skill_id, sum(size_bytes) AS bytes FROM changed GROUP BY 1) c WHERE c.skill_id = s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER skill_files_came AFTER INSERT ON skill_files REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION weigh_skills('1');
CREATE OR REPLACE TRIGGER skill_files_went AFTER DELETE ON skill_files REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION weigh_skills('-1');
