CREATE TABLE "clarity_labels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"value" text NOT NULL,
	"color_hue" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clarity_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"source_node_id" uuid NOT NULL,
	"target_node_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"confidence" double precision,
	"rationale" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "type_word" CHECK (type in ('hands_off_to', 'shares_step_with', 'variant_of')),
	CONSTRAINT "state_word" CHECK (state in ('suggested', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "clarity_nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"parent_id" uuid,
	"kind" text NOT NULL,
	"process_id" uuid,
	"name" text NOT NULL,
	"description" text,
	"owner_label" text,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"existence" text NOT NULL,
	"source" text NOT NULL,
	"content_confirmed_at" timestamp (3) with time zone,
	"existence_confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kind_word" CHECK (kind in ('area', 'process')),
	CONSTRAINT "existence_word" CHECK (existence in ('proposed', 'active')),
	CONSTRAINT "source_word" CHECK (source in ('ai', 'human'))
);
--> statement-breakpoint
CREATE TABLE "clarity_passes" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"generation_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"user_id" uuid,
	"error" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kind_word" CHECK (kind in ('generate', 'organize')),
	CONSTRAINT "status_word" CHECK (status in ('idle', 'starting', 'running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "clarity_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text,
	"role" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clarity_process_labels" (
	"process_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clarity_process_labels_process_id_label_id_pk" PRIMARY KEY("process_id","label_id"),
	CONSTRAINT "source_word" CHECK (source in ('human', 'agent'))
);
--> statement-breakpoint
CREATE TABLE "clarity_captures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"video_url" text,
	"video_transcript" text,
	"document_file_name" text,
	"document_text_metadata" json,
	"transcript" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "type_word" CHECK (type in ('video', 'interview', 'document')),
	CONSTRAINT "status_word" CHECK (status in ('pending', 'recording', 'processing', 'complete', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "clarity_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"visibility" text DEFAULT 'team' NOT NULL,
	"version" integer DEFAULT 2 NOT NULL,
	"analysis" json,
	"generation_id" uuid,
	"generation_error" text,
	"generation_progress" json,
	"custom_prompt" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "status_word" CHECK (status in ('draft', 'collecting', 'generating', 'generating-current-process', 'generating-transformation-proposal', 'review', 'complete', 'generation_failed')),
	CONSTRAINT "visibility_word" CHECK (visibility in ('team', 'restricted'))
);
--> statement-breakpoint
CREATE TABLE "clarity_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"parent_id" uuid,
	"current_process_id" uuid,
	"creator_type" text NOT NULL,
	"user_id" uuid,
	"data" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kind_word" CHECK (kind in ('current_process', 'transformation_proposal')),
	CONSTRAINT "status_word" CHECK (status in ('live', 'historic', 'draft', 'generating')),
	CONSTRAINT "creator_type_word" CHECK (creator_type in ('human', 'ai'))
);
--> statement-breakpoint
ALTER TABLE "clarity_labels" ADD CONSTRAINT "clarity_labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_links" ADD CONSTRAINT "clarity_links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_links" ADD CONSTRAINT "clarity_links_source_node_id_clarity_nodes_id_fk" FOREIGN KEY ("source_node_id") REFERENCES "public"."clarity_nodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_links" ADD CONSTRAINT "clarity_links_target_node_id_clarity_nodes_id_fk" FOREIGN KEY ("target_node_id") REFERENCES "public"."clarity_nodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_nodes" ADD CONSTRAINT "clarity_nodes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_nodes" ADD CONSTRAINT "clarity_nodes_parent_id_clarity_nodes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."clarity_nodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_nodes" ADD CONSTRAINT "clarity_nodes_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_passes" ADD CONSTRAINT "clarity_passes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_passes" ADD CONSTRAINT "clarity_passes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_people" ADD CONSTRAINT "clarity_people_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_people" ADD CONSTRAINT "clarity_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_process_labels" ADD CONSTRAINT "clarity_process_labels_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_process_labels" ADD CONSTRAINT "clarity_process_labels_label_id_clarity_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."clarity_labels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_captures" ADD CONSTRAINT "clarity_captures_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_captures" ADD CONSTRAINT "clarity_captures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_processes" ADD CONSTRAINT "clarity_processes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_processes" ADD CONSTRAINT "clarity_processes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_snapshots" ADD CONSTRAINT "clarity_snapshots_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_snapshots" ADD CONSTRAINT "clarity_snapshots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_labels_value" ON "clarity_labels" USING btree ("organization_id","value");--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_links_pair" ON "clarity_links" USING btree ("source_node_id","target_node_id","type");--> statement-breakpoint
CREATE INDEX "clarity_links_target" ON "clarity_links" USING btree ("target_node_id");--> statement-breakpoint
CREATE INDEX "clarity_links_organization" ON "clarity_links" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_nodes_organization" ON "clarity_nodes" USING btree ("organization_id","parent_id");--> statement-breakpoint
CREATE INDEX "clarity_nodes_parent" ON "clarity_nodes" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_nodes_process" ON "clarity_nodes" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "clarity_passes_user" ON "clarity_passes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "clarity_passes_due" ON "clarity_passes" USING btree ("next_attempt_at") WHERE status in ('starting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_people_user" ON "clarity_people" USING btree ("process_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_people_email" ON "clarity_people" USING btree ("process_id","email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "clarity_people_users" ON "clarity_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "clarity_process_labels_label" ON "clarity_process_labels" USING btree ("label_id");--> statement-breakpoint
CREATE INDEX "clarity_captures_process" ON "clarity_captures" USING btree ("process_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_captures_user" ON "clarity_captures" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "clarity_processes_team" ON "clarity_processes" USING btree ("team_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "clarity_processes_user" ON "clarity_processes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_snapshots_live" ON "clarity_snapshots" USING btree ("process_id","kind") WHERE status = 'live';--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_snapshots_generating" ON "clarity_snapshots" USING btree ("process_id","kind") WHERE status = 'generating';--> statement-breakpoint
CREATE INDEX "clarity_snapshots_process" ON "clarity_snapshots" USING btree ("process_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_snapshots_user" ON "clarity_snapshots" USING btree ("user_id");