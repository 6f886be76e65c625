CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "queues_team";--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "revision_name" text;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "revision_description" text;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automations_team" ON "automations" USING btree ("team_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "automations_deleted" ON "automations" USING btree ("team_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_automation" ON "agents" USING btree ("automation_id") WHERE automation_id is not null;--> statement-breakpoint
CREATE INDEX "queues_automation" ON "queues" USING btree ("automation_id") WHERE automation_id is not null;--> statement-breakpoint
CREATE INDEX "queues_folder" ON "queues" USING btree ("folder_id") WHERE folder_id is not null;--> statement-breakpoint
CREATE INDEX "queues_team" ON "queues" USING btree ("team_id",coalesce(revision_name, name) collate "und-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_member" UNIQUE("id","automation_id");--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_of_agent" UNIQUE("id","agent_id");--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_member" UNIQUE("id","automation_id");