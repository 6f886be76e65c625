CREATE TABLE "case_schema_families" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_schemas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"schema" json NOT NULL,
	"change_summary" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_schemas_version" UNIQUE("family_id","version")
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "json_schema_id" uuid;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "schema_family_id" uuid;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "schema_guarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "schema_frozen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_schema_families" ADD CONSTRAINT "case_schema_families_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_schemas" ADD CONSTRAINT "case_schemas_family_id_case_schema_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."case_schema_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_schemas" ADD CONSTRAINT "case_schemas_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_schema_families_team" ON "case_schema_families" USING btree ("team_id","changed_at","id");--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_json_schema_id_case_schemas_id_fk" FOREIGN KEY ("json_schema_id") REFERENCES "public"."case_schemas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_schema_family_id_case_schema_families_id_fk" FOREIGN KEY ("schema_family_id") REFERENCES "public"."case_schema_families"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cases_schema" ON "cases" USING btree ("json_schema_id") WHERE json_schema_id is not null;--> statement-breakpoint
CREATE INDEX "queues_schema" ON "queues" USING btree ("schema_family_id") WHERE schema_family_id is not null;