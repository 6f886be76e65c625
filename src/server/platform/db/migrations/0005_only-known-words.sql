ALTER TABLE "agents" ADD CONSTRAINT "type_word" CHECK (type in ('agent', 'code'));--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "status_word" CHECK (status in ('draft', 'live', 'historic'));--> statement-breakpoint
ALTER TABLE "automation_revisions" ADD CONSTRAINT "status_word" CHECK (status in ('draft', 'active', 'historic'));--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "status_word" CHECK (status in ('not_started', 'running', 'completed', 'failed', 'cancelled', 'waiting_for_input', 'waiting_for_approve'));--> statement-breakpoint
ALTER TABLE "builder_runs" ADD CONSTRAINT "decision_word" CHECK (decision in ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "memory_files" ADD CONSTRAINT "source_type_word" CHECK (source_type in ('job', 'user'));--> statement-breakpoint
ALTER TABLE "run_evaluations" ADD CONSTRAINT "status_word" CHECK (status in ('ready', 'unavailable', 'in_progress'));--> statement-breakpoint
ALTER TABLE "suggestions" ADD CONSTRAINT "status_word" CHECK (status in ('pending', 'consumed', 'rejected', 'superseded'));--> statement-breakpoint
ALTER TABLE "run_messages" ADD CONSTRAINT "type_word" CHECK (type in ('text', 'thinking', 'tool_call', 'tool_result', 'system'));--> statement-breakpoint
ALTER TABLE "run_messages" ADD CONSTRAINT "role_word" CHECK (role in ('user', 'assistant', 'system', 'tool'));--> statement-breakpoint
ALTER TABLE "run_messages" ADD CONSTRAINT "delivery_word" CHECK (delivery in ('queued', 'read', 'acted_on'));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "status_word" CHECK (status in ('not_started', 'pending', 'starting', 'running', 'waiting', 'completed', 'failed', 'interrupted'));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "issue_severity_word" CHECK (issue_severity in ('critical', 'medium', 'low'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "actor_kind_word" CHECK (actor_kind in ('user', 'run', 'service'));--> statement-breakpoint
ALTER TABLE "case_attachments" ADD CONSTRAINT "status_word" CHECK (status in ('pending', 'ready', 'failed'));--> statement-breakpoint
ALTER TABLE "case_approvals" ADD CONSTRAINT "decision_word" CHECK (decision in ('approved', 'rejected'));--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "type_word" CHECK (type in ('created', 'claimed', 'updated', 'postponed', 'completed', 'failed', 'canceled', 'handed_over', 'released', 'reprocessed', 'status_changed', 'undone', 'human_request_created', 'human_request_answered'));--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "state_word" CHECK (state in ('pending', 'in_progress', 'needs_input', 'postponed', 'completed', 'failed', 'canceled'));--> statement-breakpoint
ALTER TABLE "case_job_items" ADD CONSTRAINT "outcome_word" CHECK (outcome in ('done', 'skipped', 'failed', 'left'));--> statement-breakpoint
ALTER TABLE "case_job_items" ADD CONSTRAINT "reason_word" CHECK (reason in ('unchanged', 'not_in_queue', 'refused', 'unfit'));--> statement-breakpoint
ALTER TABLE "case_jobs" ADD CONSTRAINT "status_word" CHECK (status in ('running', 'done', 'aborted', 'failed'));--> statement-breakpoint
ALTER TABLE "case_evaluations" ADD CONSTRAINT "status_word" CHECK (status in ('ready', 'unavailable', 'in_progress'));--> statement-breakpoint
ALTER TABLE "queue_rubrics" ADD CONSTRAINT "source_word" CHECK (source in ('generated', 'manual'));--> statement-breakpoint
ALTER TABLE "case_views" ADD CONSTRAINT "priority_word" CHECK (priority in ('none', 'medium', 'high'));--> statement-breakpoint
ALTER TABLE "case_views" ADD CONSTRAINT "sort_order_word" CHECK (sort_order in ('asc', 'desc'));--> statement-breakpoint
ALTER TABLE "team_jobs" ADD CONSTRAINT "kind_word" CHECK (kind in ('agent_deleted', 'queue_deleted', 'automation_deleted', 'agent_moved'));--> statement-breakpoint
ALTER TABLE "team_jobs" ADD CONSTRAINT "status_word" CHECK (status in ('running', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "human_requests" ADD CONSTRAINT "kind_word" CHECK (kind in ('approval', 'question', 'outcome'));--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_word" CHECK (list in ('runs', 'agents', 'automations', 'files', 'queues', 'cases'));--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_word" CHECK (list in ('runs', 'agents', 'automations', 'files', 'queues', 'inbox'));--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "role_word" CHECK (role in ('organization:executive', 'organization:owner', 'organization:admin', 'organization:member'));--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "discovery_mode_word" CHECK (discovery_mode in ('request', 'auto'));--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "role_word" CHECK (role in ('team:owner', 'team:superadmin', 'team:manager', 'team:builder', 'team:member', 'team:clarity-member'));--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "discovery_mode_word" CHECK (discovery_mode in ('request', 'auto'));