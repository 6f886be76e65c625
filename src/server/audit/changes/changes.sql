-- What a request changed, for the audit log.

-- A value as the log keeps it: of a long text its length and digest, of a secret neither.
CREATE OR REPLACE FUNCTION audit_value(given jsonb, secret boolean) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN given IS NULL OR given = 'null' THEN 'null'::jsonb
    WHEN secret THEN '{"length": null, "sha256": null}'::jsonb
    WHEN length(given #>> '{}') > 120
      THEN jsonb_build_object('length', length(given #>> '{}'), 'sha256', encode(sha256(convert_to(given #>> '{}', 'UTF8')), 'hex'))
    ELSE to_jsonb(given #>> '{}') END
$$;

-- Takes the column that names the object, then those that the log tells of; ! before one that is secret.
CREATE OR REPLACE FUNCTION note_audit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := CASE WHEN tg_op = 'INSERT' THEN '{}' ELSE to_jsonb(old) END;
  now_is jsonb := CASE WHEN tg_op = 'DELETE' THEN '{}' ELSE to_jsonb(new) END;
  noted jsonb := '[]';
  field text;
  secret boolean;
BEGIN
  FOREACH field IN ARRAY tg_argv[1:] LOOP
    secret := left(field, 1) = '!';
    field := ltrim(field, '!');
    IF coalesce(was -> field, 'null') <> coalesce(now_is -> field, 'null') THEN
      noted := noted || jsonb_build_array(jsonb_build_object(
        'field', field, 'from', public.audit_value(was -> field, secret), 'to', public.audit_value(now_is -> field, secret)));
    END IF;
  END LOOP;
  IF noted <> '[]' THEN
    INSERT INTO public.audit_changes (object_id, changes) VALUES ((coalesce(now_is ->> tg_argv[0], was ->> tg_argv[0]))::uuid, noted);
  END IF;
  RETURN NULL;
END $$;

-- Work in the background has no origin, and costs nothing here.
CREATE OR REPLACE TRIGGER accounts_audited AFTER INSERT OR UPDATE OR DELETE ON accounts
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('user_id', '!password');
CREATE OR REPLACE TRIGGER agent_folders_audited AFTER INSERT OR UPDATE OR DELETE ON agent_folders
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'parent_folder_id');
CREATE OR REPLACE TRIGGER agents_audited AFTER INSERT OR UPDATE OR DELETE ON agents
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'type', 'folder_id', 'automation_id', 'slack_enabled', 'microsoft_teams_enabled', 'agentic_memory_enabled', 'deleted_at');
CREATE OR REPLACE TRIGGER api_keys_audited AFTER INSERT OR UPDATE OR DELETE ON api_keys
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'team_id', '!hash');
CREATE OR REPLACE TRIGGER artifacts_audited AFTER INSERT OR UPDATE OR DELETE ON artifacts
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'title', 'visibility', 'publish_permission', 'refresh_frequency', 'current_revision_id', 'team_id', 'created_by_user_id');
CREATE OR REPLACE TRIGGER automation_revisions_audited AFTER INSERT OR UPDATE OR DELETE ON automation_revisions
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'description', 'status');
CREATE OR REPLACE TRIGGER automations_audited AFTER INSERT OR UPDATE OR DELETE ON automations
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'deleted_at');
CREATE OR REPLACE TRIGGER case_triggers_audited AFTER INSERT OR UPDATE OR DELETE ON case_triggers
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'queue_id', 'enabled', 'concurrency', 'user_id');
CREATE OR REPLACE TRIGGER clarity_labels_audited AFTER INSERT OR UPDATE OR DELETE ON clarity_labels
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'value', 'color_hue');
CREATE OR REPLACE TRIGGER clarity_links_audited AFTER INSERT OR UPDATE OR DELETE ON clarity_links
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'source_node_id', 'target_node_id', 'type', 'state');
CREATE OR REPLACE TRIGGER clarity_nodes_audited AFTER INSERT OR UPDATE OR DELETE ON clarity_nodes
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'parent_id', 'owner_label', 'existence', 'process_id');
CREATE OR REPLACE TRIGGER clarity_processes_audited AFTER INSERT OR UPDATE OR DELETE ON clarity_processes
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'status', 'visibility', 'version', 'custom_prompt', 'team_id');
CREATE OR REPLACE TRIGGER connections_audited AFTER INSERT OR UPDATE OR DELETE ON connections
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'type', 'server_url', 'auth_method', '!plain_headers', 'secret_header_names', '!sealed_headers', '!sealed_client', '!sealed_tokens', 'account_label', 'user_id');
CREATE OR REPLACE TRIGGER custom_integrations_audited AFTER INSERT OR UPDATE OR DELETE ON custom_integrations
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'auth_method', 'server_url', 'oauth_client_id', '!sealed_client_secret');
CREATE OR REPLACE TRIGGER event_triggers_audited AFTER INSERT OR UPDATE OR DELETE ON event_triggers
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'integration_slug', 'trigger_type', 'filter_config', 'enabled', 'auto_disabled_reason', 'user_id');
CREATE OR REPLACE TRIGGER files_audited AFTER INSERT OR UPDATE OR DELETE ON files
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'path', 'version');
CREATE OR REPLACE TRIGGER invitations_audited AFTER INSERT OR UPDATE OR DELETE ON invitations
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'email', 'team_role', 'organization_role', 'expires_at');
CREATE OR REPLACE TRIGGER logins_audited AFTER INSERT OR UPDATE OR DELETE ON logins
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'domain', 'username', '!sealed', 'deleted_at');
CREATE OR REPLACE TRIGGER organization_members_audited AFTER INSERT OR UPDATE OR DELETE ON organization_members
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('user_id', 'role');
CREATE OR REPLACE TRIGGER organization_retention_audited AFTER INSERT OR UPDATE OR DELETE ON organization_retention
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('organization_id', 'runs', 'sandboxes', 'verdicts', 'case_events', 'audit_entries');
CREATE OR REPLACE TRIGGER queue_labels_audited AFTER INSERT OR UPDATE OR DELETE ON queue_labels
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'key', 'value', 'color_hue');
CREATE OR REPLACE TRIGGER queues_audited AFTER INSERT OR UPDATE OR DELETE ON queues
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'description', 'folder_id', 'automation_id', 'has_approvals', 'schema_family_id', 'deleted_at');
CREATE OR REPLACE TRIGGER revisions_audited AFTER INSERT OR UPDATE OR DELETE ON revisions
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'revision_name', 'revision_description', 'config', 'status', 'handover_to', 'sub_agent_ids');
CREATE OR REPLACE TRIGGER schedules_audited AFTER INSERT OR UPDATE OR DELETE ON schedules
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'enabled', 'frequency', 'time', 'timezone', 'day', 'day_of_month', 'cron', 'recurring', 'catch_up', 'overlap', 'user_id');
CREATE OR REPLACE TRIGGER second_factors_audited AFTER INSERT OR UPDATE OR DELETE ON second_factors
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('user_id', '!secret', '!backup_codes', 'verified');
CREATE OR REPLACE TRIGGER secrets_audited AFTER INSERT OR UPDATE OR DELETE ON secrets
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'service_slug', 'env_var_keys', '!sealed', 'deleted_at');
CREATE OR REPLACE TRIGGER skills_audited AFTER INSERT OR UPDATE OR DELETE ON skills
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'description', 'bytes');
CREATE OR REPLACE TRIGGER team_members_audited AFTER INSERT OR UPDATE OR DELETE ON team_members
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('user_id', 'role');
CREATE OR REPLACE TRIGGER teams_audited AFTER INSERT OR UPDATE OR DELETE ON teams
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'discovery_mode');
CREATE OR REPLACE TRIGGER users_audited AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'email', 'two_factor_enabled');
CREATE OR REPLACE TRIGGER webhook_sources_audited AFTER INSERT OR UPDATE OR DELETE ON webhook_sources
  FOR EACH ROW WHEN (coalesce(current_setting('caseload.origin', true), '') <> '')
  EXECUTE FUNCTION note_audit_changes('id', 'name', 'enabled', '!sealed_secret', '!sealed_former_secret', 'deleted_at');
