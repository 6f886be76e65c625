-- The audit log is only added to. What is past its time goes, with its seals: whoever removes it says so.

CREATE OR REPLACE FUNCTION audit_is_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND current_setting('caseload.audit_retention', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The audit log is only added to.';
END $$;

CREATE OR REPLACE TRIGGER audit_entries_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_added_to();
CREATE OR REPLACE TRIGGER audit_seals_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_added_to();
