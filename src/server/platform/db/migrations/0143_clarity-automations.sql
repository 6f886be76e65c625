CREATE TABLE "clarity_automations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"proposal_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	"builder_run_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clarity_automations_proposal" UNIQUE("proposal_id")
);
--> statement-breakpoint
ALTER TABLE "clarity_automations" ADD CONSTRAINT "clarity_automations_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_automations" ADD CONSTRAINT "clarity_automations_proposal_id_clarity_snapshots_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."clarity_snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_automations" ADD CONSTRAINT "clarity_automations_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_automations" ADD CONSTRAINT "clarity_automations_build_id_revisions_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_automations" ADD CONSTRAINT "clarity_automations_builder_run_id_builder_runs_id_fk" FOREIGN KEY ("builder_run_id") REFERENCES "public"."builder_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_automations" ADD CONSTRAINT "clarity_automations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clarity_automations_process" ON "clarity_automations" USING btree ("process_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_automations_agent" ON "clarity_automations" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "clarity_automations_build" ON "clarity_automations" USING btree ("build_id");--> statement-breakpoint
CREATE INDEX "clarity_automations_builder_run" ON "clarity_automations" USING btree ("builder_run_id");--> statement-breakpoint
CREATE INDEX "clarity_automations_user" ON "clarity_automations" USING btree ("created_by");