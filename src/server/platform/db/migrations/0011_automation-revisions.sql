CREATE TABLE "automation_revision_agents" (
	"revision_id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"build_id" uuid NOT NULL,
	CONSTRAINT "automation_revision_agents_revision_id_agent_id_pk" PRIMARY KEY("revision_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "automation_revision_queues" (
	"revision_id" uuid NOT NULL,
	"automation_id" uuid NOT NULL,
	"queue_id" uuid NOT NULL,
	"agent_id" uuid,
	"enabled" boolean DEFAULT true NOT NULL,
	"name" text,
	"description" text,
	CONSTRAINT "automation_revision_queues_revision_id_queue_id_pk" PRIMARY KEY("revision_id","queue_id")
);
--> statement-breakpoint
CREATE TABLE "automation_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"automation_id" uuid NOT NULL,
	"name" text,
	"description" text,
	"status" text NOT NULL,
	"revision_number" integer,
	"base_revision_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp (3) with time zone,
	CONSTRAINT "automation_revisions_owner" UNIQUE("id","automation_id")
);
--> statement-breakpoint
ALTER TABLE "automation_revision_agents" ADD CONSTRAINT "automation_revision_agents_revision" FOREIGN KEY ("revision_id","automation_id") REFERENCES "public"."automation_revisions"("id","automation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revision_agents" ADD CONSTRAINT "automation_revision_agents_member" FOREIGN KEY ("agent_id","automation_id") REFERENCES "public"."agents"("id","automation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revision_agents" ADD CONSTRAINT "automation_revision_agents_build" FOREIGN KEY ("build_id","agent_id") REFERENCES "public"."revisions"("id","agent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revision_queues" ADD CONSTRAINT "automation_revision_queues_revision" FOREIGN KEY ("revision_id","automation_id") REFERENCES "public"."automation_revisions"("id","automation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revision_queues" ADD CONSTRAINT "automation_revision_queues_member" FOREIGN KEY ("queue_id","automation_id") REFERENCES "public"."queues"("id","automation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revision_queues" ADD CONSTRAINT "automation_revision_queues_routing" FOREIGN KEY ("revision_id","agent_id") REFERENCES "public"."automation_revision_agents"("revision_id","agent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revisions" ADD CONSTRAINT "automation_revisions_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_revisions" ADD CONSTRAINT "automation_revisions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_revision_agents_of_agent" ON "automation_revision_agents" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "automation_revision_agents_of_build" ON "automation_revision_agents" USING btree ("build_id");--> statement-breakpoint
CREATE INDEX "automation_revision_queues_of_queue" ON "automation_revision_queues" USING btree ("queue_id");--> statement-breakpoint
CREATE INDEX "automation_revision_queues_of_agent" ON "automation_revision_queues" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_revisions_number" ON "automation_revisions" USING btree ("automation_id","revision_number");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_revisions_active" ON "automation_revisions" USING btree ("automation_id") WHERE status = 'active';--> statement-breakpoint
CREATE INDEX "automation_revisions_list" ON "automation_revisions" USING btree ("automation_id","created_at","id");