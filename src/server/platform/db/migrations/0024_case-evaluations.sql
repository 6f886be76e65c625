CREATE TABLE "case_evaluations" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"lease" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"verdicts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"summary" jsonb,
	"model" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"evaluated_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "queue_rubrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"source" text NOT NULL,
	"sort_order" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "queue_versions" (
	"queue_id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"build_ids" uuid[] NOT NULL,
	"generating_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "passed" boolean;--> statement-breakpoint
ALTER TABLE "case_evaluations" ADD CONSTRAINT "case_evaluations_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_rubrics" ADD CONSTRAINT "queue_rubrics_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_rubrics" ADD CONSTRAINT "queue_rubrics_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_versions" ADD CONSTRAINT "queue_versions_queue_id_queues_id_fk" FOREIGN KEY ("queue_id") REFERENCES "public"."queues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_evaluations_due" ON "case_evaluations" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "queue_rubrics_active" ON "queue_rubrics" USING btree ("queue_id","sort_order") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "cases_passed" ON "cases" USING btree ("queue_id","priority","created_at","id") WHERE passed and state = 'completed';--> statement-breakpoint
-- However a case comes to its end, it is to be judged, if an agent ever claimed it and nobody stopped it on purpose. An end that is taken back
-- is not judged any more, and a verdict that stands is of the end before.
CREATE FUNCTION judge_settled_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO case_evaluations (case_id, status, next_attempt_at)
  SELECT n.id, 'in_progress', now() FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE n.state IN ('completed', 'failed') AND o.state <> n.state
    AND EXISTS (SELECT FROM case_events e WHERE e.case_id = n.id AND e.type = 'claimed')
  ON CONFLICT (case_id) DO UPDATE SET status = 'in_progress', lease = case_evaluations.lease + 1, attempt = 0, next_attempt_at = now(),
    verdicts = '[]', summary = null, model = null, evaluated_at = null;
  DELETE FROM case_evaluations e USING new_rows n, old_rows o
  WHERE e.case_id = n.id AND o.id = n.id AND e.status = 'in_progress'
    AND o.state IN ('completed', 'failed') AND n.state NOT IN ('completed', 'failed');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_judged AFTER UPDATE ON cases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION judge_settled_cases();--> statement-breakpoint
CREATE FUNCTION forget_passed_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.passed := null;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_passed_forgotten BEFORE UPDATE OF state ON cases FOR EACH ROW WHEN (OLD.passed IS NOT NULL AND OLD.state <> NEW.state) EXECUTE FUNCTION forget_passed_case();
