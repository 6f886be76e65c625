CREATE TABLE "agent_folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"parent_folder_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_folders_name" UNIQUE NULLS NOT DISTINCT("team_id","parent_folder_id","name")
);
--> statement-breakpoint
ALTER TABLE "agent_folders" ADD CONSTRAINT "agent_folders_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_folders" ADD CONSTRAINT "agent_folders_parent_folder_id_agent_folders_id_fk" FOREIGN KEY ("parent_folder_id") REFERENCES "public"."agent_folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_folders_parent" ON "agent_folders" USING btree ("parent_folder_id");--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_folder_id_agent_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."agent_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agents_folder" ON "agents" USING btree ("folder_id","updated_at","id") WHERE folder_id is not null;