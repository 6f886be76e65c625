CREATE TABLE "list_columns" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"hidden" text[] NOT NULL,
	CONSTRAINT "list_columns_user_id_team_id_list_pk" PRIMARY KEY("user_id","team_id","list")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"list" text NOT NULL,
	"owner_id" uuid,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_columns_team" ON "list_columns" USING btree ("team_id");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_own_name" ON "list_views" USING btree ("team_id","list","owner_id","name") WHERE owner_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_team_name" ON "list_views" USING btree ("team_id","list","name") WHERE owner_id is null;--> statement-breakpoint
CREATE INDEX "list_views_owner" ON "list_views" USING btree ("owner_id");