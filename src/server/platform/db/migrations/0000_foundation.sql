-- Every table with its indexes, by the folder of its noun below src/server. References follow after the tables.
-- Functions and triggers have their own files: see ../README.md.

-- ==== platform/http/service ====

CREATE TABLE idempotency_keys (
  id text PRIMARY KEY NOT NULL,
  request_hash text NOT NULL,
  status integer NOT NULL,
  body json,
  object_id text,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- ==== teams/retention/retention ====

CREATE TABLE organization_retention (
  organization_id uuid PRIMARY KEY NOT NULL,
  runs integer,
  sandboxes integer,
  updated_by uuid,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

-- ==== teams/teams ====

CREATE TABLE accounts (
  id uuid PRIMARY KEY NOT NULL,
  user_id uuid NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX accounts_user ON accounts (user_id);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY NOT NULL,
  user_id uuid NOT NULL,
  team_id uuid,
  name text NOT NULL,
  hint text NOT NULL,
  hash text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp (3) with time zone,
  created_by_key_id uuid,
  ancestors uuid[] DEFAULT '{}' NOT NULL,
  CONSTRAINT api_keys_hash_unique UNIQUE (hash)
);
CREATE INDEX api_keys_user ON api_keys (user_id, created_at);
CREATE INDEX api_keys_team ON api_keys (team_id, created_at);

CREATE TABLE organization_members (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT organization_members_organization_id_user_id_pk PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_user ON organization_members (user_id);

CREATE TABLE organizations (
  id uuid PRIMARY KEY NOT NULL,
  name text NOT NULL,
  discovery_mode text DEFAULT 'request' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE second_factors (
  id uuid PRIMARY KEY NOT NULL,
  user_id uuid NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean DEFAULT true NOT NULL,
  failed_verification_count integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone
);
CREATE INDEX second_factors_user ON second_factors (user_id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY NOT NULL,
  user_id uuid NOT NULL,
  token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sessions_token_unique UNIQUE (token)
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE sign_in_attempts (
  key varchar(255) PRIMARY KEY NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint
);

CREATE TABLE team_members (
  team_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT team_members_team_id_user_id_pk PRIMARY KEY (team_id, user_id)
);
CREATE INDEX team_members_user ON team_members (user_id);

CREATE TABLE teams (
  id uuid PRIMARY KEY NOT NULL,
  organization_id uuid,
  name text NOT NULL,
  discovery_mode text DEFAULT 'request' NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE INDEX teams_organization ON teams (organization_id);

CREATE TABLE users (
  id uuid PRIMARY KEY NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  two_factor_enabled boolean DEFAULT false NOT NULL,
  CONSTRAINT users_email_unique UNIQUE (email)
);

CREATE TABLE verifications (
  id uuid PRIMARY KEY NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE INDEX verifications_identifier ON verifications (identifier);

-- ==== agents/agents/agents ====

CREATE TABLE agent_folders (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  parent_folder_id uuid,
  name text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agent_folders_name UNIQUE NULLS NOT DISTINCT (team_id, parent_folder_id, name)
);
CREATE INDEX agent_folders_parent ON agent_folders (parent_folder_id);

CREATE TABLE agent_pins (
  user_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  pinned_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agent_pins_user_id_agent_id_pk PRIMARY KEY (user_id, agent_id)
);

CREATE TABLE agents (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  slack_enabled boolean,
  microsoft_teams_enabled boolean,
  agentic_memory_enabled boolean DEFAULT true NOT NULL,
  thread_id uuid,
  folder_id uuid,
  automation_id uuid,
  last_run_at timestamp (3) with time zone,
  run_count integer DEFAULT 0 NOT NULL,
  created_by uuid,
  updated_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  type_open boolean DEFAULT false NOT NULL,
  CONSTRAINT agents_member UNIQUE (id, automation_id)
);
CREATE INDEX agents_automation ON agents (automation_id) WHERE automation_id is not null;
CREATE INDEX agents_team ON agents (team_id, updated_at, id) WHERE deleted_at is null;
CREATE INDEX agents_folder ON agents (folder_id, updated_at, id) WHERE folder_id is not null;

CREATE TABLE code_blobs (
  team_id uuid NOT NULL,
  sha256 text NOT NULL,
  size_bytes integer NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  created_by uuid,
  needed_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT code_blobs_team_id_sha256_pk PRIMARY KEY (team_id, sha256)
);
CREATE INDEX code_blobs_needed ON code_blobs (needed_at);

CREATE TABLE revisions (
  id uuid PRIMARY KEY NOT NULL,
  agent_id uuid NOT NULL,
  name text NOT NULL,
  revision_name text,
  revision_description text,
  config jsonb,
  status text NOT NULL,
  revision_number integer NOT NULL,
  parent_build_id uuid,
  handover_target_ids uuid[] DEFAULT '{}' NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  handover_to uuid,
  sub_agent_ids uuid[] DEFAULT '{}' NOT NULL,
  changed_by uuid,
  changed_at timestamp (3) with time zone,
  CONSTRAINT revisions_of_agent UNIQUE (id, agent_id)
);
CREATE UNIQUE INDEX revisions_number ON revisions (agent_id, revision_number);
CREATE UNIQUE INDEX revisions_live ON revisions (agent_id) WHERE status = 'live';
CREATE INDEX revisions_files ON revisions USING gin ((config -> 'data' -> 'files') jsonb_path_ops);
CREATE INDEX revisions_skills ON revisions USING gin ((config -> 'data' -> 'skills') jsonb_path_ops);
CREATE INDEX revisions_blobs ON revisions USING gin ((config -> 'data' -> 'source' -> 'bundle' -> 'files') jsonb_path_ops);

-- ==== agents/automations/automation-revisions ====

CREATE TABLE automation_revision_agents (
  revision_id uuid NOT NULL,
  automation_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  build_id uuid NOT NULL,
  CONSTRAINT automation_revision_agents_revision_id_agent_id_pk PRIMARY KEY (revision_id, agent_id)
);
CREATE INDEX automation_revision_agents_of_agent ON automation_revision_agents (agent_id);
CREATE INDEX automation_revision_agents_of_build ON automation_revision_agents (build_id);

CREATE TABLE automation_revision_queues (
  revision_id uuid NOT NULL,
  automation_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  agent_id uuid,
  enabled boolean DEFAULT true NOT NULL,
  name text,
  description text,
  CONSTRAINT automation_revision_queues_revision_id_queue_id_pk PRIMARY KEY (revision_id, queue_id)
);
CREATE INDEX automation_revision_queues_of_queue ON automation_revision_queues (queue_id);
CREATE INDEX automation_revision_queues_of_agent ON automation_revision_queues (agent_id);

CREATE TABLE automation_revisions (
  id uuid PRIMARY KEY NOT NULL,
  automation_id uuid NOT NULL,
  name text,
  description text,
  status text NOT NULL,
  revision_number integer,
  base_revision_id uuid,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  activated_at timestamp (3) with time zone,
  CONSTRAINT automation_revisions_owner UNIQUE (id, automation_id)
);
CREATE UNIQUE INDEX automation_revisions_number ON automation_revisions (automation_id, revision_number);
CREATE UNIQUE INDEX automation_revisions_active ON automation_revisions (automation_id) WHERE status = 'active';
CREATE INDEX automation_revisions_list ON automation_revisions (automation_id, created_at, id);

-- ==== agents/automations/automations ====

CREATE TABLE automations (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  name text NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone
);
CREATE INDEX automations_team ON automations (team_id, updated_at, id) WHERE deleted_at is null;
CREATE INDEX automations_deleted ON automations (team_id, deleted_at, id) WHERE deleted_at is not null;

-- ==== agents/generation/builder-runs ====

CREATE TABLE builder_runs (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  build_id uuid NOT NULL,
  prompt_number integer NOT NULL,
  user_id uuid,
  status text NOT NULL,
  prompt text NOT NULL,
  model text NOT NULL,
  context_run_id uuid,
  context text,
  turns jsonb NOT NULL,
  questions jsonb DEFAULT '[]'::jsonb NOT NULL,
  checkpoint_config jsonb,
  proposed_config jsonb,
  summary text,
  failure jsonb,
  decision text,
  attempt integer DEFAULT 0 NOT NULL,
  retry_reason text,
  lease integer DEFAULT 0 NOT NULL,
  started_at timestamp (3) with time zone,
  completed_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  worker_id uuid,
  next_attempt_at timestamp (3) with time zone,
  retrying_since timestamp (3) with time zone
);
CREATE UNIQUE INDEX builder_runs_number ON builder_runs (build_id, prompt_number);
CREATE INDEX builder_runs_agent ON builder_runs (agent_id);
CREATE UNIQUE INDEX builder_runs_open ON builder_runs (build_id) WHERE status in ('not_started', 'running', 'waiting_for_input', 'waiting_for_approve');
CREATE INDEX builder_runs_due ON builder_runs (created_at,id) WHERE status in ('not_started', 'running');
CREATE INDEX builder_runs_worker ON builder_runs (worker_id) WHERE worker_id is not null;
CREATE INDEX builder_runs_waiting ON builder_runs (team_id,updated_at,id) WHERE status in ('waiting_for_input', 'waiting_for_approve');

-- ==== agents/memory/memory ====

CREATE SEQUENCE memory_generations;

CREATE TABLE memory_files (
  agent_id uuid NOT NULL,
  path text NOT NULL,
  content text NOT NULL,
  generation bigint DEFAULT nextval('memory_generations') NOT NULL,
  source_type text NOT NULL,
  source_agent_run_id uuid,
  source_user_id uuid,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT memory_files_agent_id_path_pk PRIMARY KEY (agent_id, path)
);

-- ==== agents/rubrics/evaluations ====

CREATE TABLE eval_rubrics (
  id uuid PRIMARY KEY NOT NULL,
  build_id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  sort_order integer NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone
);
CREATE INDEX eval_rubrics_active ON eval_rubrics (build_id, sort_order) WHERE deleted_at is null;

CREATE TABLE run_evaluations (
  run_id uuid PRIMARY KEY NOT NULL,
  id uuid NOT NULL,
  agent_id uuid NOT NULL,
  build_id uuid NOT NULL,
  status text NOT NULL,
  lease integer DEFAULT 0 NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp (3) with time zone,
  verdicts jsonb DEFAULT '[]'::jsonb NOT NULL,
  passed integer DEFAULT 0 NOT NULL,
  total integer DEFAULT 0 NOT NULL,
  final_comment text,
  model text,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  evaluated_at timestamp (3) with time zone
);
CREATE INDEX run_evaluations_due ON run_evaluations (next_attempt_at) WHERE next_attempt_at is not null;
CREATE INDEX run_evaluations_agent ON run_evaluations (agent_id,evaluated_at) WHERE status = 'ready';
CREATE INDEX run_evaluations_build ON run_evaluations (build_id,evaluated_at) WHERE status = 'ready';

-- ==== agents/suggestions/suggestions ====

CREATE TABLE suggestions (
  id uuid PRIMARY KEY NOT NULL,
  agent_id uuid NOT NULL,
  build_id uuid NOT NULL,
  rubric_slug text NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  dedup_key text NOT NULL,
  addition text NOT NULL,
  sources jsonb NOT NULL,
  resolved_at timestamp (3) with time zone,
  resolved_by_user_id uuid,
  superseded_reason text,
  superseded_by_suggestion_id uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT suggestions_once UNIQUE (agent_id, dedup_key)
);
CREATE UNIQUE INDEX suggestions_pending ON suggestions (agent_id,rubric_slug) WHERE status = 'pending';
CREATE INDEX suggestions_agent ON suggestions (agent_id, created_at, id);
CREATE INDEX suggestions_build ON suggestions (build_id);

-- ==== engine/claims/workers ====

CREATE TABLE workers (
  id uuid PRIMARY KEY NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  started_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  alive_until timestamp (3) with time zone NOT NULL,
  stopped boolean DEFAULT false NOT NULL,
  taken_over integer DEFAULT 0 NOT NULL,
  report jsonb
);

-- ==== engine/log/run-messages ====

CREATE TABLE model_silences (
  run_id uuid PRIMARY KEY NOT NULL,
  lease integer NOT NULL,
  within boolean NOT NULL,
  since timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE run_drafts (
  run_id uuid PRIMARY KEY NOT NULL,
  id uuid NOT NULL,
  text_content text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE run_messages (
  id uuid PRIMARY KEY NOT NULL,
  run_id uuid NOT NULL,
  seq integer NOT NULL,
  type text NOT NULL,
  role text NOT NULL,
  subtype text,
  text_content text,
  tool_call_id text,
  tool_name text,
  tool_arguments json,
  tool_result json,
  tool_error text,
  delivery text,
  turn integer DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  user_id uuid
);
CREATE UNIQUE INDEX run_messages_seq ON run_messages (run_id, seq);
CREATE UNIQUE INDEX run_messages_result ON run_messages (run_id,tool_call_id) WHERE type = 'tool_result';
CREATE UNIQUE INDEX run_messages_call ON run_messages (run_id,tool_call_id) WHERE type = 'tool_call';

CREATE TABLE tool_intents (
  run_id uuid NOT NULL,
  tool_call_id text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT tool_intents_run_id_tool_call_id_pk PRIMARY KEY (run_id, tool_call_id)
);

-- ==== engine/program/program-calls ====

CREATE TABLE program_calls (
  run_id uuid NOT NULL,
  tool_call_id text NOT NULL,
  position integer NOT NULL,
  changes boolean NOT NULL,
  name text NOT NULL,
  request text NOT NULL,
  answer text NOT NULL,
  times integer NOT NULL,
  CONSTRAINT program_calls_run_id_tool_call_id_position_pk PRIMARY KEY (run_id, tool_call_id, position)
);

-- ==== engine/runs ====

CREATE TABLE run_counts (
  scope text NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL,
  changes bigint NOT NULL,
  folded boolean DEFAULT false NOT NULL
);
CREATE INDEX run_counts_scope ON run_counts (scope);
CREATE INDEX run_counts_appended ON run_counts (scope) WHERE not folded;

CREATE TABLE runs (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  build_id uuid NOT NULL,
  user_id uuid,
  status text NOT NULL,
  source text NOT NULL,
  title text NOT NULL,
  run_number integer NOT NULL,
  sandbox_id uuid,
  webhook_url text,
  submitted_prompt_count integer DEFAULT 0 NOT NULL,
  message_count integer DEFAULT 0 NOT NULL,
  input_tokens bigint DEFAULT 0 NOT NULL,
  output_tokens bigint DEFAULT 0 NOT NULL,
  failure jsonb,
  attempt integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp (3) with time zone,
  retry_reason text,
  code_starts integer DEFAULT 0 NOT NULL,
  lease integer DEFAULT 0 NOT NULL,
  case_queue_id uuid,
  case_queue_item_id uuid,
  case_title text,
  postponed_to timestamp (3) with time zone,
  digest_id uuid,
  issue_severity text,
  eval_summary jsonb,
  started_at timestamp (3) with time zone,
  completed_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  parent_run_id uuid,
  parent_call_id text,
  depth integer DEFAULT 0 NOT NULL,
  hops integer DEFAULT 0 NOT NULL,
  worker_id uuid,
  due_at timestamp (3) with time zone GENERATED ALWAYS AS (case when status = 'pending' then coalesce(next_attempt_at, created_at) when status in ('starting', 'running') and worker_id is null then next_attempt_at end) STORED,
  program boolean DEFAULT false NOT NULL,
  retrying_since timestamp (3) with time zone,
  search tsvector GENERATED ALWAYS AS (words_of(title || ' ' || coalesce(case_title, ''))) STORED,
  excused_starts integer DEFAULT 0 NOT NULL,
  claims integer DEFAULT 0 NOT NULL
);
CREATE INDEX runs_team ON runs (team_id, created_at, id);
CREATE INDEX runs_team_status ON runs (team_id, status, created_at, id);
CREATE INDEX runs_team_user ON runs (team_id, user_id, created_at, id);
CREATE INDEX runs_team_source ON runs (team_id, source, created_at, id);
CREATE INDEX runs_agent ON runs (agent_id, created_at, id);
CREATE INDEX runs_agent_status ON runs (agent_id, status, created_at, id);
CREATE INDEX runs_queue ON runs (case_queue_id, created_at, id) WHERE case_queue_id is not null;
CREATE INDEX runs_issues ON runs (team_id, issue_severity, created_at, id) WHERE issue_severity is not null;
CREATE UNIQUE INDEX runs_parent ON runs (parent_run_id,coalesce(parent_call_id, '')) WHERE parent_run_id is not null;
CREATE INDEX runs_failure ON runs (team_id,(failure ->> 'code'),created_at,id) WHERE failure is not null;
CREATE INDEX runs_sandbox ON runs (sandbox_id) WHERE sandbox_id is not null;
CREATE INDEX runs_digest ON runs (digest_id, created_at, id) WHERE digest_id is not null;
CREATE INDEX runs_ended ON runs (team_id, completed_at, id) WHERE completed_at is not null;
CREATE INDEX runs_ended_with_files ON runs (team_id, completed_at, sandbox_id) WHERE completed_at is not null and sandbox_id is not null;
CREATE INDEX runs_due ON runs (program, team_id, due_at, id) WHERE due_at is not null;
CREATE INDEX runs_worker ON runs (worker_id) WHERE worker_id is not null;
CREATE INDEX runs_asking ON runs (id) WHERE status = 'running' and worker_id is null and next_attempt_at is null;
CREATE INDEX runs_search ON runs USING gin (search);

-- ==== runs/jobs/team-jobs ====

CREATE TABLE team_jobs (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  subject_name text NOT NULL,
  agent_ids uuid[] NOT NULL,
  queue_ids uuid[] NOT NULL,
  status text NOT NULL,
  runs integer NOT NULL,
  runs_done integer DEFAULT 0 NOT NULL,
  cases integer DEFAULT 0 NOT NULL,
  cases_done integer DEFAULT 0 NOT NULL,
  failed_run_ids uuid[] DEFAULT '{}' NOT NULL,
  error text,
  started_by uuid,
  turn_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  ended_at timestamp (3) with time zone,
  target_team_id uuid
);
CREATE INDEX team_jobs_team ON team_jobs (team_id, created_at, id);
CREATE INDEX team_jobs_target ON team_jobs (target_team_id, created_at, id) WHERE target_team_id is not null;
CREATE INDEX team_jobs_running ON team_jobs (turn_at,id) WHERE status = 'running';
CREATE INDEX team_jobs_open ON team_jobs (status) WHERE status <> 'done';
CREATE INDEX team_jobs_ended ON team_jobs (ended_at) WHERE status = 'done';

-- ==== runs/requests/human-requests ====

CREATE TABLE human_requests (
  id uuid PRIMARY KEY NOT NULL,
  run_id uuid NOT NULL,
  team_id uuid NOT NULL,
  tool_call_id text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  description text,
  questions jsonb,
  response text,
  responded_by uuid,
  responded_at timestamp (3) with time zone,
  cancelled_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE INDEX human_requests_open ON human_requests (team_id, created_at, id) WHERE responded_at is null and cancelled_at is null;
CREATE INDEX human_requests_answered ON human_requests (team_id, responded_at, id) WHERE responded_at is not null;
CREATE INDEX human_requests_run ON human_requests (run_id);

-- ==== runs/sandboxes/sandboxes ====

CREATE TABLE sandbox_files (
  sandbox_id uuid NOT NULL,
  path text NOT NULL,
  size_bytes bigint NOT NULL,
  object_key text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sandbox_files_sandbox_id_path_pk PRIMARY KEY (sandbox_id, path)
);
CREATE INDEX sandbox_files_object ON sandbox_files USING hash (object_key);

CREATE TABLE sandboxes (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL,
  by_hand boolean DEFAULT false NOT NULL
);
CREATE INDEX sandboxes_expiry ON sandboxes (expires_at) WHERE expires_at < 'infinity';
CREATE INDEX sandboxes_by_hand ON sandboxes (team_id, user_id) WHERE by_hand;

-- ==== runs/webhooks/webhook-deliveries ====

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY NOT NULL,
  run_id uuid NOT NULL,
  team_id uuid NOT NULL,
  url text NOT NULL,
  event text NOT NULL,
  status text NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp (3) with time zone DEFAULT now(),
  delivered_at timestamp (3) with time zone,
  last_error text,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  host text GENERATED ALWAYS AS (lower(coalesce(substring(url from '^[^/]*//([^/?#]*)'), ''))) STORED NOT NULL
);
CREATE INDEX webhook_deliveries_run ON webhook_deliveries (run_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE next_attempt_at is not null;
CREATE INDEX webhook_deliveries_host ON webhook_deliveries (host, next_attempt_at) WHERE next_attempt_at is not null;
CREATE INDEX webhook_deliveries_done ON webhook_deliveries (created_at) WHERE next_attempt_at is null;

-- ==== queues/attachments/case-attachments ====

CREATE TABLE case_attachments (
  id uuid PRIMARY KEY NOT NULL,
  case_id uuid NOT NULL,
  filename text NOT NULL,
  mime_type text NOT NULL,
  size_bytes integer NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  failure_reason text,
  object_key text,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  team_id uuid
);
CREATE INDEX case_attachments_case ON case_attachments (case_id, created_at, id) WHERE deleted_at is null;
CREATE INDEX case_attachments_pending ON case_attachments (created_at) WHERE status = 'pending';
CREATE INDEX case_attachments_object ON case_attachments USING hash (object_key);

-- ==== queues/cases/cases ====

CREATE TABLE case_approval_batches (
  id uuid PRIMARY KEY NOT NULL,
  case_id uuid NOT NULL,
  run_id uuid NOT NULL,
  tool_call_id text NOT NULL,
  title text NOT NULL,
  resolved_at timestamp (3) with time zone,
  cancelled_at timestamp (3) with time zone,
  cancellation_reason text,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE INDEX case_approval_batches_case ON case_approval_batches (case_id, created_at, id);
CREATE INDEX case_approval_batches_open ON case_approval_batches (created_at, id) WHERE resolved_at is null and cancelled_at is null;
CREATE UNIQUE INDEX case_approval_batches_call ON case_approval_batches (run_id, tool_call_id);

CREATE TABLE case_approvals (
  id uuid PRIMARY KEY NOT NULL,
  batch_id uuid NOT NULL,
  place smallint NOT NULL,
  assignee_user_id uuid NOT NULL,
  prompt text NOT NULL,
  decision text,
  responded_at timestamp (3) with time zone,
  responded_by uuid
);
CREATE INDEX case_approvals_batch ON case_approvals (batch_id, place);
CREATE INDEX case_approvals_decided ON case_approvals (responded_at, id) WHERE decision is not null;

CREATE TABLE case_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY (sequence name case_events_seq_seq INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
  case_id uuid NOT NULL,
  type text NOT NULL,
  reason text,
  run_id uuid,
  agent_id uuid,
  human_request_id uuid,
  user_id uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  before jsonb,
  undone_at timestamp (3) with time zone
);
CREATE INDEX case_events_case ON case_events (case_id, seq);

CREATE TABLE case_labels (
  case_id uuid NOT NULL,
  label_id uuid NOT NULL,
  kind text NOT NULL,
  priority smallint NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT case_labels_case_id_label_id_pk PRIMARY KEY (case_id, label_id)
);
CREATE INDEX case_labels_created ON case_labels (label_id, kind, priority, created_at, case_id);
CREATE INDEX case_labels_updated ON case_labels (label_id, kind, priority, updated_at, case_id);

CREATE TABLE case_texts (
  case_id uuid PRIMARY KEY NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  words tsvector NOT NULL,
  is_long boolean GENERATED ALWAYS AS (words @@ '''~'''::tsquery) STORED NOT NULL
);
-- Words lie out of line, so that counting those that have a common one reads few pages.
ALTER TABLE case_texts SET (toast_tuple_target = 128);
CREATE INDEX case_texts_words ON case_texts USING gin (words);

CREATE TABLE case_triggers (
  id uuid PRIMARY KEY NOT NULL,
  agent_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  user_id uuid NOT NULL,
  enabled boolean NOT NULL,
  concurrency integer,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX case_triggers_agent ON case_triggers (agent_id);
CREATE INDEX case_triggers_queue ON case_triggers (queue_id, created_at, id);

CREATE TABLE cases (
  id uuid PRIMARY KEY NOT NULL,
  queue_id uuid NOT NULL,
  title text NOT NULL,
  data text NOT NULL,
  state text NOT NULL,
  priority smallint NOT NULL,
  run_id uuid,
  claimed_at timestamp (3) with time zone,
  completed_at timestamp (3) with time zone,
  postponed_to timestamp (3) with time zone,
  agent_id uuid,
  assigned_by uuid,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  json_schema_id uuid,
  passed boolean
);
CREATE INDEX cases_created ON cases (queue_id, created_at, id);
CREATE INDEX cases_created_filtered ON cases (queue_id, state, priority, created_at, id);
CREATE INDEX cases_updated ON cases (queue_id, updated_at, id);
CREATE INDEX cases_updated_filtered ON cases (queue_id, state, priority, updated_at, id);
CREATE INDEX cases_postponed ON cases (queue_id,state,priority,coalesce(postponed_to, 'infinity'),id);
CREATE INDEX cases_run ON cases (run_id) WHERE run_id is not null;
CREATE INDEX cases_free ON cases (queue_id,(postponed_to is null),priority desc,created_at,id) WHERE state = 'pending' and run_id is null;
CREATE INDEX cases_waiting_titles ON cases (queue_id,md5(title)) WHERE state = 'pending';
CREATE INDEX cases_schema ON cases (json_schema_id) WHERE json_schema_id is not null;
CREATE INDEX cases_named ON cases (agent_id, queue_id) WHERE agent_id is not null;
CREATE INDEX cases_judged ON cases (queue_id, state, passed, priority, created_at, id) WHERE passed is not null;
CREATE INDEX cases_due ON cases (postponed_to) WHERE state = 'postponed';

-- ==== queues/jobs/case-jobs ====

CREATE TABLE case_import_rows (
  job_id uuid NOT NULL,
  place integer NOT NULL,
  cells jsonb NOT NULL,
  new_case jsonb,
  issues jsonb,
  CONSTRAINT case_import_rows_job_id_place_pk PRIMARY KEY (job_id, place)
);

CREATE TABLE case_job_items (
  job_id uuid NOT NULL,
  place integer NOT NULL,
  case_id uuid,
  title text NOT NULL,
  outcome text NOT NULL,
  reason text,
  line integer,
  CONSTRAINT case_job_items_job_id_place_pk PRIMARY KEY (job_id, place)
);
CREATE INDEX case_job_items_outcome ON case_job_items (job_id, outcome, place);

CREATE TABLE case_jobs (
  id uuid PRIMARY KEY NOT NULL,
  queue_id uuid NOT NULL,
  act jsonb NOT NULL,
  status text NOT NULL,
  total integer NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  skipped integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  interrupted_runs integer DEFAULT 0 NOT NULL,
  error text,
  started_by uuid,
  turn_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  ended_at timestamp (3) with time zone,
  header jsonb,
  failures integer DEFAULT 0 NOT NULL,
  digest text
);
CREATE INDEX case_jobs_queue ON case_jobs (queue_id, created_at, id);
CREATE INDEX case_jobs_digest ON case_jobs (queue_id, digest, created_at) WHERE digest is not null;
CREATE INDEX case_jobs_running ON case_jobs (turn_at,id) WHERE status = 'running';
CREATE INDEX case_jobs_ended ON case_jobs (ended_at) WHERE ended_at is not null;

-- ==== queues/queues/queues ====

CREATE TABLE case_counts (
  scope text NOT NULL,
  status text NOT NULL,
  n bigint NOT NULL,
  changes bigint NOT NULL,
  priority smallint DEFAULT 0 NOT NULL,
  folded boolean DEFAULT false NOT NULL
);
CREATE INDEX case_counts_scope ON case_counts (scope);
CREATE INDEX case_counts_appended ON case_counts (scope) WHERE not folded;

CREATE TABLE queue_labels (
  id uuid PRIMARY KEY NOT NULL,
  queue_id uuid NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  color_hue double precision NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX queue_labels_name ON queue_labels (queue_id, key, value);

CREATE TABLE queues (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  folder_id uuid,
  automation_id uuid,
  has_approvals boolean DEFAULT false NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  revision_name text,
  revision_description text,
  schema_family_id uuid,
  schema_guarded boolean DEFAULT false NOT NULL,
  schema_frozen boolean DEFAULT false NOT NULL,
  CONSTRAINT queues_member UNIQUE (id, automation_id)
);
CREATE INDEX queues_automation ON queues (automation_id) WHERE automation_id is not null;
CREATE INDEX queues_folder ON queues (folder_id) WHERE folder_id is not null;
CREATE INDEX queues_schema ON queues (schema_family_id) WHERE schema_family_id is not null;
CREATE INDEX queues_team ON queues (team_id, coalesce(revision_name, name) collate "und-x-icu", id) WHERE deleted_at is null;
CREATE UNIQUE INDEX queues_name ON queues (team_id, name) WHERE deleted_at is null and automation_id is null;

CREATE TABLE revision_slot_queues (
  slot_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  CONSTRAINT revision_slot_queues_slot_id_queue_id_pk PRIMARY KEY (slot_id, queue_id)
);
CREATE INDEX revision_slot_queues_queue ON revision_slot_queues (queue_id);

CREATE TABLE revision_slots (
  id uuid PRIMARY KEY NOT NULL,
  build_id uuid NOT NULL,
  integration_id uuid,
  custom_integration_id uuid,
  integration_type text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX revision_slots_integration ON revision_slots (build_id, integration_id);

-- ==== queues/rubrics/case-evaluation ====

CREATE TABLE case_evaluations (
  case_id uuid PRIMARY KEY NOT NULL,
  status text NOT NULL,
  lease integer DEFAULT 0 NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp (3) with time zone,
  verdicts jsonb DEFAULT '[]'::jsonb NOT NULL,
  summary jsonb,
  model text,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  evaluated_at timestamp (3) with time zone
);
CREATE INDEX case_evaluations_due ON case_evaluations (next_attempt_at) WHERE next_attempt_at is not null;

CREATE TABLE queue_rubrics (
  id uuid PRIMARY KEY NOT NULL,
  queue_id uuid NOT NULL,
  slug text NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  source text NOT NULL,
  sort_order integer NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone
);
CREATE INDEX queue_rubrics_active ON queue_rubrics (queue_id, sort_order) WHERE deleted_at is null;

CREATE TABLE queue_versions (
  queue_id uuid PRIMARY KEY NOT NULL,
  version integer NOT NULL,
  build_ids uuid[] NOT NULL,
  generating_until timestamp (3) with time zone,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

-- ==== queues/schemas/case-schemas ====

CREATE TABLE case_schema_families (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  changed_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE INDEX case_schema_families_team ON case_schema_families (team_id, changed_at, id);

CREATE TABLE case_schemas (
  id uuid PRIMARY KEY NOT NULL,
  family_id uuid NOT NULL,
  version integer NOT NULL,
  schema json NOT NULL,
  change_summary text NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT case_schemas_version UNIQUE (family_id, version)
);

-- ==== queues/views/case-views ====

CREATE TABLE case_views (
  id uuid PRIMARY KEY NOT NULL,
  queue_id uuid NOT NULL,
  owner_id uuid,
  name text NOT NULL,
  status text,
  priority text,
  label jsonb,
  search text,
  sort_order text NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX case_views_own_name ON case_views (queue_id, owner_id, name) WHERE owner_id is not null;
CREATE UNIQUE INDEX case_views_team_name ON case_views (queue_id, name) WHERE owner_id is null;
CREATE INDEX case_views_owner ON case_views (owner_id);

-- ==== library/library ====

CREATE TABLE file_uploads (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  pieces text[] DEFAULT '{}' NOT NULL,
  received bigint DEFAULT 0 NOT NULL,
  completed boolean DEFAULT false NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  user_id uuid
);
CREATE INDEX file_uploads_age ON file_uploads (updated_at);

CREATE TABLE file_versions (
  file_id uuid NOT NULL,
  version integer NOT NULL,
  size_bytes bigint NOT NULL,
  object_key text NOT NULL,
  written_by uuid,
  written_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT file_versions_file_id_version_pk PRIMARY KEY (file_id, version)
);
CREATE INDEX file_versions_object ON file_versions USING hash (object_key);

CREATE TABLE files (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  path text NOT NULL,
  mimetype text NOT NULL,
  size_bytes bigint NOT NULL,
  object_key text NOT NULL,
  created_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  written_by uuid,
  written_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  history_bytes bigint DEFAULT 0 NOT NULL
);
CREATE UNIQUE INDEX files_path ON files (team_id, path);
CREATE INDEX files_object ON files USING hash (object_key);

CREATE TABLE orphaned_objects (
  object_key text PRIMARY KEY NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE skill_files (
  skill_id uuid NOT NULL,
  path text NOT NULL,
  size_bytes integer NOT NULL,
  sha256 text NOT NULL,
  object_key text NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT skill_files_skill_id_path_pk PRIMARY KEY (skill_id, path)
);
CREATE INDEX skill_files_object ON skill_files USING hash (object_key);

CREATE TABLE skills (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  updated_by uuid,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  bytes bigint DEFAULT 0 NOT NULL
);
CREATE UNIQUE INDEX skills_name ON skills (team_id, name);

CREATE TABLE storage_counts (
  scope text NOT NULL,
  kind text NOT NULL,
  n bigint NOT NULL,
  changes bigint NOT NULL,
  folded boolean DEFAULT false NOT NULL
);
CREATE INDEX storage_counts_scope ON storage_counts (scope);
CREATE INDEX storage_counts_appended ON storage_counts (scope) WHERE not folded;

CREATE TABLE storage_limits (
  scope text PRIMARY KEY NOT NULL,
  bytes bigint NOT NULL
);

-- ==== connections/connections ====

CREATE TABLE logins (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid,
  sealed text,
  created_by uuid NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  domain text NOT NULL,
  username text,
  has_password boolean NOT NULL,
  has_totp boolean NOT NULL
);
CREATE INDEX logins_team ON logins (team_id, user_id) WHERE deleted_at is null;

CREATE TABLE revision_agreements (
  revision_id uuid NOT NULL,
  user_id uuid NOT NULL,
  fingerprint text NOT NULL,
  seen jsonb NOT NULL,
  agreed_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT revision_agreements_revision_id_user_id_pk PRIMARY KEY (revision_id, user_id)
);
CREATE INDEX revision_agreements_user ON revision_agreements (user_id);

CREATE TABLE revision_logins (
  revision_id uuid NOT NULL,
  attached_by uuid,
  attached_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  login_id uuid NOT NULL,
  CONSTRAINT revision_logins_revision_id_login_id_pk PRIMARY KEY (revision_id, login_id)
);
CREATE INDEX revision_logins_login ON revision_logins (login_id);

CREATE TABLE revision_secrets (
  revision_id uuid NOT NULL,
  attached_by uuid,
  attached_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  secret_id uuid NOT NULL,
  CONSTRAINT revision_secrets_revision_id_secret_id_pk PRIMARY KEY (revision_id, secret_id)
);
CREATE INDEX revision_secrets_secret ON revision_secrets (secret_id);

CREATE TABLE secrets (
  id uuid PRIMARY KEY NOT NULL,
  team_id uuid NOT NULL,
  user_id uuid,
  sealed text,
  created_by uuid NOT NULL,
  created_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  updated_at timestamp (3) with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp (3) with time zone,
  name text NOT NULL,
  service_slug text,
  env_var_keys text[] NOT NULL
);
CREATE INDEX secrets_team ON secrets (team_id, user_id) WHERE deleted_at is null;

-- ==== References ====

-- teams/retention/retention
ALTER TABLE organization_retention ADD CONSTRAINT organization_retention_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE organization_retention ADD CONSTRAINT organization_retention_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL;

-- teams/teams
ALTER TABLE accounts ADD CONSTRAINT accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE organization_members ADD CONSTRAINT organization_members_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE organization_members ADD CONSTRAINT organization_members_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_members ADD CONSTRAINT team_members_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE teams ADD CONSTRAINT teams_organization_id_organizations_id_fk FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

-- agents/agents/agents
ALTER TABLE agent_folders ADD CONSTRAINT agent_folders_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE agent_folders ADD CONSTRAINT agent_folders_parent_folder_id_agent_folders_id_fk FOREIGN KEY (parent_folder_id) REFERENCES agent_folders(id) ON DELETE CASCADE;
ALTER TABLE agent_pins ADD CONSTRAINT agent_pins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE agent_pins ADD CONSTRAINT agent_pins_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE;
ALTER TABLE agents ADD CONSTRAINT agents_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE agents ADD CONSTRAINT agents_folder_id_agent_folders_id_fk FOREIGN KEY (folder_id) REFERENCES agent_folders(id) ON DELETE SET NULL;
ALTER TABLE agents ADD CONSTRAINT agents_automation_id_automations_id_fk FOREIGN KEY (automation_id) REFERENCES automations(id);
ALTER TABLE agents ADD CONSTRAINT agents_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE agents ADD CONSTRAINT agents_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE code_blobs ADD CONSTRAINT code_blobs_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE code_blobs ADD CONSTRAINT code_blobs_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE revisions ADD CONSTRAINT revisions_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE;
ALTER TABLE revisions ADD CONSTRAINT revisions_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE revisions ADD CONSTRAINT revisions_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- agents/automations/automation-revisions
ALTER TABLE automation_revision_agents ADD CONSTRAINT automation_revision_agents_revision FOREIGN KEY (revision_id, automation_id) REFERENCES automation_revisions(id, automation_id) ON DELETE CASCADE;
ALTER TABLE automation_revision_agents ADD CONSTRAINT automation_revision_agents_member FOREIGN KEY (agent_id, automation_id) REFERENCES agents(id, automation_id);
ALTER TABLE automation_revision_agents ADD CONSTRAINT automation_revision_agents_build FOREIGN KEY (build_id, agent_id) REFERENCES revisions(id, agent_id);
ALTER TABLE automation_revision_queues ADD CONSTRAINT automation_revision_queues_revision FOREIGN KEY (revision_id, automation_id) REFERENCES automation_revisions(id, automation_id) ON DELETE CASCADE;
ALTER TABLE automation_revision_queues ADD CONSTRAINT automation_revision_queues_member FOREIGN KEY (queue_id, automation_id) REFERENCES queues(id, automation_id);
ALTER TABLE automation_revision_queues ADD CONSTRAINT automation_revision_queues_routing FOREIGN KEY (revision_id, agent_id) REFERENCES automation_revision_agents(revision_id, agent_id);
ALTER TABLE automation_revisions ADD CONSTRAINT automation_revisions_automation_id_automations_id_fk FOREIGN KEY (automation_id) REFERENCES automations(id) ON DELETE CASCADE;
ALTER TABLE automation_revisions ADD CONSTRAINT automation_revisions_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- agents/automations/automations
ALTER TABLE automations ADD CONSTRAINT automations_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE automations ADD CONSTRAINT automations_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- agents/generation/builder-runs
ALTER TABLE builder_runs ADD CONSTRAINT builder_runs_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE builder_runs ADD CONSTRAINT builder_runs_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE;
ALTER TABLE builder_runs ADD CONSTRAINT builder_runs_build_id_revisions_id_fk FOREIGN KEY (build_id) REFERENCES revisions(id) ON DELETE CASCADE;
ALTER TABLE builder_runs ADD CONSTRAINT builder_runs_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

-- agents/memory/memory
ALTER TABLE memory_files ADD CONSTRAINT memory_files_source_user_id_users_id_fk FOREIGN KEY (source_user_id) REFERENCES users(id) ON DELETE SET NULL;

-- agents/rubrics/evaluations
ALTER TABLE eval_rubrics ADD CONSTRAINT eval_rubrics_build_id_revisions_id_fk FOREIGN KEY (build_id) REFERENCES revisions(id) ON DELETE CASCADE;
ALTER TABLE eval_rubrics ADD CONSTRAINT eval_rubrics_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- agents/suggestions/suggestions
ALTER TABLE suggestions ADD CONSTRAINT suggestions_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE;
ALTER TABLE suggestions ADD CONSTRAINT suggestions_build_id_revisions_id_fk FOREIGN KEY (build_id) REFERENCES revisions(id) ON DELETE CASCADE;
ALTER TABLE suggestions ADD CONSTRAINT suggestions_resolved_by_user_id_users_id_fk FOREIGN KEY (resolved_by_user_id) REFERENCES users(id) ON DELETE SET NULL;

-- engine/log/run-messages
ALTER TABLE model_silences ADD CONSTRAINT model_silences_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
ALTER TABLE run_drafts ADD CONSTRAINT run_drafts_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
ALTER TABLE run_messages ADD CONSTRAINT run_messages_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
ALTER TABLE run_messages ADD CONSTRAINT run_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE tool_intents ADD CONSTRAINT tool_intents_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;

-- engine/program/program-calls
ALTER TABLE program_calls ADD CONSTRAINT program_calls_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;

-- engine/runs
ALTER TABLE runs ADD CONSTRAINT runs_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE runs ADD CONSTRAINT runs_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id);
ALTER TABLE runs ADD CONSTRAINT runs_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

-- runs/jobs/team-jobs
ALTER TABLE team_jobs ADD CONSTRAINT team_jobs_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_jobs ADD CONSTRAINT team_jobs_target_team_id_teams_id_fk FOREIGN KEY (target_team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE team_jobs ADD CONSTRAINT team_jobs_started_by_users_id_fk FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL;

-- runs/requests/human-requests
ALTER TABLE human_requests ADD CONSTRAINT human_requests_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;
ALTER TABLE human_requests ADD CONSTRAINT human_requests_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE human_requests ADD CONSTRAINT human_requests_responded_by_users_id_fk FOREIGN KEY (responded_by) REFERENCES users(id) ON DELETE SET NULL;

-- runs/sandboxes/sandboxes
ALTER TABLE sandbox_files ADD CONSTRAINT sandbox_files_sandbox_id_sandboxes_id_fk FOREIGN KEY (sandbox_id) REFERENCES sandboxes(id) ON DELETE CASCADE;
ALTER TABLE sandboxes ADD CONSTRAINT sandboxes_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE sandboxes ADD CONSTRAINT sandboxes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

-- runs/webhooks/webhook-deliveries
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;

-- queues/attachments/case-attachments
ALTER TABLE case_attachments ADD CONSTRAINT case_attachments_case_id_cases_id_fk FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
ALTER TABLE case_attachments ADD CONSTRAINT case_attachments_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- queues/cases/cases
ALTER TABLE case_approval_batches ADD CONSTRAINT case_approval_batches_case_id_cases_id_fk FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
ALTER TABLE case_approvals ADD CONSTRAINT case_approvals_batch_id_case_approval_batches_id_fk FOREIGN KEY (batch_id) REFERENCES case_approval_batches(id) ON DELETE CASCADE;
ALTER TABLE case_approvals ADD CONSTRAINT case_approvals_assignee_user_id_users_id_fk FOREIGN KEY (assignee_user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE case_approvals ADD CONSTRAINT case_approvals_responded_by_users_id_fk FOREIGN KEY (responded_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE case_events ADD CONSTRAINT case_events_case_id_cases_id_fk FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
ALTER TABLE case_events ADD CONSTRAINT case_events_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE case_labels ADD CONSTRAINT case_labels_case_id_cases_id_fk FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
ALTER TABLE case_labels ADD CONSTRAINT case_labels_label_id_queue_labels_id_fk FOREIGN KEY (label_id) REFERENCES queue_labels(id) ON DELETE CASCADE;
ALTER TABLE case_texts ADD CONSTRAINT case_texts_case_id_cases_id_fk FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
ALTER TABLE case_triggers ADD CONSTRAINT case_triggers_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE;
ALTER TABLE case_triggers ADD CONSTRAINT case_triggers_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE case_triggers ADD CONSTRAINT case_triggers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE cases ADD CONSTRAINT cases_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE cases ADD CONSTRAINT cases_json_schema_id_case_schemas_id_fk FOREIGN KEY (json_schema_id) REFERENCES case_schemas(id) ON DELETE SET NULL;
ALTER TABLE cases ADD CONSTRAINT cases_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE SET NULL;
ALTER TABLE cases ADD CONSTRAINT cases_assigned_by_users_id_fk FOREIGN KEY (assigned_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE cases ADD CONSTRAINT cases_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- queues/jobs/case-jobs
ALTER TABLE case_import_rows ADD CONSTRAINT case_import_rows_job_id_case_jobs_id_fk FOREIGN KEY (job_id) REFERENCES case_jobs(id) ON DELETE CASCADE;
ALTER TABLE case_job_items ADD CONSTRAINT case_job_items_job_id_case_jobs_id_fk FOREIGN KEY (job_id) REFERENCES case_jobs(id) ON DELETE CASCADE;
ALTER TABLE case_jobs ADD CONSTRAINT case_jobs_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE case_jobs ADD CONSTRAINT case_jobs_started_by_users_id_fk FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL;

-- queues/queues/queues
ALTER TABLE queue_labels ADD CONSTRAINT queue_labels_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE queues ADD CONSTRAINT queues_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE queues ADD CONSTRAINT queues_folder_id_agent_folders_id_fk FOREIGN KEY (folder_id) REFERENCES agent_folders(id) ON DELETE SET NULL;
ALTER TABLE queues ADD CONSTRAINT queues_automation_id_automations_id_fk FOREIGN KEY (automation_id) REFERENCES automations(id);
ALTER TABLE queues ADD CONSTRAINT queues_schema_family_id_case_schema_families_id_fk FOREIGN KEY (schema_family_id) REFERENCES case_schema_families(id) ON DELETE SET NULL;
ALTER TABLE queues ADD CONSTRAINT queues_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE revision_slot_queues ADD CONSTRAINT revision_slot_queues_slot_id_revision_slots_id_fk FOREIGN KEY (slot_id) REFERENCES revision_slots(id) ON DELETE CASCADE;
ALTER TABLE revision_slot_queues ADD CONSTRAINT revision_slot_queues_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE revision_slots ADD CONSTRAINT revision_slots_build_id_revisions_id_fk FOREIGN KEY (build_id) REFERENCES revisions(id) ON DELETE CASCADE;

-- queues/rubrics/case-evaluation
ALTER TABLE case_evaluations ADD CONSTRAINT case_evaluations_case_id_cases_id_fk FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE;
ALTER TABLE queue_rubrics ADD CONSTRAINT queue_rubrics_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE queue_rubrics ADD CONSTRAINT queue_rubrics_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE queue_versions ADD CONSTRAINT queue_versions_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;

-- queues/schemas/case-schemas
ALTER TABLE case_schema_families ADD CONSTRAINT case_schema_families_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE case_schemas ADD CONSTRAINT case_schemas_family_id_case_schema_families_id_fk FOREIGN KEY (family_id) REFERENCES case_schema_families(id) ON DELETE CASCADE;
ALTER TABLE case_schemas ADD CONSTRAINT case_schemas_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

-- queues/views/case-views
ALTER TABLE case_views ADD CONSTRAINT case_views_queue_id_queues_id_fk FOREIGN KEY (queue_id) REFERENCES queues(id) ON DELETE CASCADE;
ALTER TABLE case_views ADD CONSTRAINT case_views_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;

-- library/library
ALTER TABLE file_uploads ADD CONSTRAINT file_uploads_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE file_uploads ADD CONSTRAINT file_uploads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE file_versions ADD CONSTRAINT file_versions_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE;
ALTER TABLE file_versions ADD CONSTRAINT file_versions_written_by_users_id_fk FOREIGN KEY (written_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE files ADD CONSTRAINT files_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE files ADD CONSTRAINT files_written_by_users_id_fk FOREIGN KEY (written_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE files ADD CONSTRAINT files_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE skill_files ADD CONSTRAINT skill_files_skill_id_skills_id_fk FOREIGN KEY (skill_id) REFERENCES skills(id) ON DELETE CASCADE;
ALTER TABLE skills ADD CONSTRAINT skills_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE skills ADD CONSTRAINT skills_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL;

-- connections/connections
ALTER TABLE logins ADD CONSTRAINT logins_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE logins ADD CONSTRAINT logins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE revision_agreements ADD CONSTRAINT revision_agreements_revision_id_revisions_id_fk FOREIGN KEY (revision_id) REFERENCES revisions(id) ON DELETE CASCADE;
ALTER TABLE revision_agreements ADD CONSTRAINT revision_agreements_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE revision_logins ADD CONSTRAINT revision_logins_revision_id_revisions_id_fk FOREIGN KEY (revision_id) REFERENCES revisions(id) ON DELETE CASCADE;
ALTER TABLE revision_logins ADD CONSTRAINT revision_logins_attached_by_users_id_fk FOREIGN KEY (attached_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE revision_logins ADD CONSTRAINT revision_logins_login_id_logins_id_fk FOREIGN KEY (login_id) REFERENCES logins(id) ON DELETE CASCADE;
ALTER TABLE revision_secrets ADD CONSTRAINT revision_secrets_revision_id_revisions_id_fk FOREIGN KEY (revision_id) REFERENCES revisions(id) ON DELETE CASCADE;
ALTER TABLE revision_secrets ADD CONSTRAINT revision_secrets_attached_by_users_id_fk FOREIGN KEY (attached_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE revision_secrets ADD CONSTRAINT revision_secrets_secret_id_secrets_id_fk FOREIGN KEY (secret_id) REFERENCES secrets(id) ON DELETE CASCADE;
ALTER TABLE secrets ADD CONSTRAINT secrets_team_id_teams_id_fk FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;
ALTER TABLE secrets ADD CONSTRAINT secrets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
