CREATE TABLE "device_logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_hash" text NOT NULL,
	"user_code" text NOT NULL,
	"program" text NOT NULL,
	"machine" text,
	"address" text NOT NULL,
	"reads_only" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"interval_seconds" integer NOT NULL,
	"allowed" boolean,
	"user_id" uuid,
	"session_id" uuid,
	"team_id" uuid,
	CONSTRAINT "device_logins_device_hash_unique" UNIQUE("device_hash"),
	CONSTRAINT "device_logins_user_code_unique" UNIQUE("user_code")
);
--> statement-breakpoint
CREATE TABLE "provider_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_accounts_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_logins_expires" ON "device_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_logins_user" ON "device_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_logins_team" ON "device_logins" USING btree ("team_id");