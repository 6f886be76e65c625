CREATE TABLE "eval_rubrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"build_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"sort_order" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "run_evaluations" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"status" text NOT NULL,
	"lease" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"verdicts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"final_comment" text,
	"model" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"evaluated_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "eval_rubrics" ADD CONSTRAINT "eval_rubrics_build_id_revisions_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eval_rubrics" ADD CONSTRAINT "eval_rubrics_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_evaluations" ADD CONSTRAINT "run_evaluations_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "eval_rubrics_active" ON "eval_rubrics" USING btree ("build_id","sort_order") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "run_evaluations_due" ON "run_evaluations" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "run_evaluations_agent" ON "run_evaluations" USING btree ("agent_id","evaluated_at") WHERE status = 'ready';--> statement-breakpoint
CREATE INDEX "run_evaluations_build" ON "run_evaluations" USING btree ("build_id","evaluated_at") WHERE status = 'ready';