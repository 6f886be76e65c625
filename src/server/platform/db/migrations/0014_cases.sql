CREATE TABLE "case_approval_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"tool_call_id" text NOT NULL,
	"title" text NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancellation_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"assignee_user_id" uuid NOT NULL,
	"prompt" text NOT NULL,
	"decision" text,
	"responded_at" timestamp (3) with time zone,
	"responded_by" uuid
);
--> statement-breakpoint
CREATE TABLE "case_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "case_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"type" text NOT NULL,
	"reason" text,
	"run_id" uuid,
	"agent_id" uuid,
	"human_request_id" uuid,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_labels" (
	"case_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	CONSTRAINT "case_labels_case_id_label_id_pk" PRIMARY KEY("case_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue_id" uuid NOT NULL,
	"title" text NOT NULL,
	"data" text NOT NULL,
	"state" text NOT NULL,
	"priority" smallint NOT NULL,
	"run_id" uuid,
	"claimed_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"postponed_to" timestamp (3) with time zone,
	"agent_id" uuid,
	"assigned_by" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array['#' || queue_id::text]) ||
        to_tsvector('simple', regexp_replace(lower((title || ' ' || data) collate "und-x-icu"), '[^[:alnum:]]+', ' ', 'g'))) STORED
);
--> statement-breakpoint
ALTER TABLE "case_counts" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "case_approval_batches" ADD CONSTRAINT "case_approval_batches_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_approvals" ADD CONSTRAINT "case_approvals_batch_id_case_approval_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."case_approval_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_approvals" ADD CONSTRAINT "case_approvals_assignee_user_id_users_id_fk" FOREIGN KEY ("assignee_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_approvals" ADD CONSTRAINT "case_approvals_responded_by_users_id_fk" FOREIGN KEY ("responded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_events" ADD CONSTRAINT "case_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_labels" ADD CONSTRAINT "case_labels_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_labels" ADD CONSTRAINT "case_labels_label_id_queue_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."queue_labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_approval_batches_case" ON "case_approval_batches" USING btree ("case_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "case_approval_batches_call" ON "case_approval_batches" USING btree ("run_id","tool_call_id");--> statement-breakpoint
CREATE INDEX "case_approvals_batch" ON "case_approvals" USING btree ("batch_id","place");--> statement-breakpoint
CREATE INDEX "case_events_case" ON "case_events" USING btree ("case_id","seq");--> statement-breakpoint
CREATE INDEX "case_labels_label" ON "case_labels" USING btree ("label_id","case_id");--> statement-breakpoint
CREATE INDEX "cases_created" ON "cases" USING btree ("queue_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cases_created_filtered" ON "cases" USING btree ("queue_id","state","priority","created_at","id");--> statement-breakpoint
CREATE INDEX "cases_updated" ON "cases" USING btree ("queue_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "cases_updated_filtered" ON "cases" USING btree ("queue_id","state","priority","updated_at","id");--> statement-breakpoint
CREATE INDEX "cases_postponed" ON "cases" USING btree ("queue_id",coalesce(postponed_to, 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "cases_run" ON "cases" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "cases_free" ON "cases" USING btree ("queue_id",(postponed_to is null),priority desc,"created_at","id") WHERE state = 'pending' and run_id is null;--> statement-breakpoint
CREATE INDEX "cases_due" ON "cases" USING btree ("postponed_to") WHERE state = 'postponed';--> statement-breakpoint
CREATE INDEX "cases_words" ON "cases" USING gin ("words");--> statement-breakpoint
-- Keeps case_counts in the transaction that changes cases, once for each statement however many cases it changes.
CREATE FUNCTION count_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, state, priority, count(*), 1 FROM new_rows GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, state, priority, -count(*), 1 FROM old_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO case_counts (scope, status, priority, n, changes)
    SELECT queue_id::text, state, priority, sum(amount), 1
    FROM (SELECT queue_id, state, priority, 1 AS amount FROM new_rows UNION ALL SELECT queue_id, state, priority, -1 FROM old_rows) d
    GROUP BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_counted_created AFTER INSERT ON cases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_cases();--> statement-breakpoint
CREATE TRIGGER cases_counted_changed AFTER UPDATE ON cases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_cases();--> statement-breakpoint
CREATE TRIGGER cases_counted_deleted AFTER DELETE ON cases REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_cases();--> statement-breakpoint
-- The same for labels on cases. Their queue notes a change too: a total of cases with a label may be remembered.
CREATE FUNCTION count_case_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO case_counts (scope, status, n, changes) SELECT label_id::text, '', count(*), 1 FROM changed_rows GROUP BY 1;
  ELSE
    INSERT INTO case_counts (scope, status, n, changes) SELECT label_id::text, '', -count(*), 1 FROM changed_rows GROUP BY 1;
  END IF;
  INSERT INTO case_counts (scope, status, n, changes)
  SELECT DISTINCT c.queue_id::text, '', 0, 1 FROM changed_rows l JOIN cases c ON c.id = l.case_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER case_labels_counted_created AFTER INSERT ON case_labels REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_case_labels();--> statement-breakpoint
CREATE TRIGGER case_labels_counted_deleted AFTER DELETE ON case_labels REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_case_labels();
