CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"sealed" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"domain" text NOT NULL,
	"username" text,
	"has_password" boolean NOT NULL,
	"has_totp" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revision_logins" (
	"revision_id" uuid NOT NULL,
	"attached_by" uuid,
	"attached_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"login_id" uuid NOT NULL,
	CONSTRAINT "revision_logins_revision_id_login_id_pk" PRIMARY KEY("revision_id","login_id")
);
--> statement-breakpoint
CREATE TABLE "revision_secrets" (
	"revision_id" uuid NOT NULL,
	"attached_by" uuid,
	"attached_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"secret_id" uuid NOT NULL,
	CONSTRAINT "revision_secrets_revision_id_secret_id_pk" PRIMARY KEY("revision_id","secret_id")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"sealed" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"service_slug" text,
	"env_var_keys" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_logins" ADD CONSTRAINT "revision_logins_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_logins" ADD CONSTRAINT "revision_logins_attached_by_users_id_fk" FOREIGN KEY ("attached_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_logins" ADD CONSTRAINT "revision_logins_login_id_logins_id_fk" FOREIGN KEY ("login_id") REFERENCES "public"."logins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_secrets" ADD CONSTRAINT "revision_secrets_revision_id_revisions_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."revisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_secrets" ADD CONSTRAINT "revision_secrets_attached_by_users_id_fk" FOREIGN KEY ("attached_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_secrets" ADD CONSTRAINT "revision_secrets_secret_id_secrets_id_fk" FOREIGN KEY ("secret_id") REFERENCES "public"."secrets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logins_team" ON "logins" USING btree ("team_id","user_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "revision_logins_login" ON "revision_logins" USING btree ("login_id");--> statement-breakpoint
CREATE INDEX "revision_secrets_secret" ON "revision_secrets" USING btree ("secret_id");--> statement-breakpoint
CREATE INDEX "secrets_team" ON "secrets" USING btree ("team_id","user_id") WHERE deleted_at is null;