CREATE TABLE "slot_pins" (
	"slot_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slot_pins_slot_id_user_id_connection_id_pk" PRIMARY KEY("slot_id","user_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"provider" text NOT NULL,
	"server_url" text NOT NULL,
	"transport_type" text DEFAULT 'http' NOT NULL,
	"auth_method" text NOT NULL,
	"integration_id" uuid,
	"custom_integration_id" uuid,
	"plain_headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secret_header_names" text[] DEFAULT '{}' NOT NULL,
	"sealed_headers" text,
	"oauth_provider" text,
	"oauth_provider_key" text,
	"oauth_scopes" text[],
	"issuer" text,
	"account_label" text,
	"sealed_client" text,
	"sealed_tokens" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"access_expires_at" timestamp (3) with time zone,
	"refresh_until" timestamp (3) with time zone,
	"broken_at" timestamp (3) with time zone,
	"broken_reason" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_word" CHECK (provider in ('user', 'mcp', 'native')),
	CONSTRAINT "transport_type_word" CHECK (transport_type in ('stdio', 'sse', 'http')),
	CONSTRAINT "auth_method_word" CHECK (auth_method in ('url', 'apikey', 'headers', 'oauth')),
	CONSTRAINT "broken_reason_word" CHECK (broken_reason in ('invalid_grant', 'invalid_client', 'unauthorized'))
);
--> statement-breakpoint
CREATE TABLE "custom_integrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"name" text NOT NULL,
	"auth_method" text NOT NULL,
	"server_url" text NOT NULL,
	"oauth_client_id" text,
	"sealed_client_secret" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_method_word" CHECK (auth_method in ('url', 'apikey', 'headers', 'oauth'))
);
--> statement-breakpoint
CREATE TABLE "oauth_flows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"session_id" uuid,
	"connection_id" uuid,
	"custom_integration_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"server_url" text NOT NULL,
	"oauth_provider" text,
	"oauth_provider_key" text,
	"issuer" text NOT NULL,
	"resource" text,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"sealed_verifier" text NOT NULL,
	"sealed_client" text NOT NULL,
	"return_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "slot_pins" ADD CONSTRAINT "slot_pins_slot_id_revision_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."revision_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_pins" ADD CONSTRAINT "slot_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_pins" ADD CONSTRAINT "slot_pins_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_custom_integration_id_custom_integrations_id_fk" FOREIGN KEY ("custom_integration_id") REFERENCES "public"."custom_integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_integrations" ADD CONSTRAINT "custom_integrations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_custom_integration_id_custom_integrations_id_fk" FOREIGN KEY ("custom_integration_id") REFERENCES "public"."custom_integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slot_pins_connection" ON "slot_pins" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "slot_pins_user" ON "slot_pins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "connections_team" ON "connections" USING btree ("team_id","user_id");--> statement-breakpoint
CREATE INDEX "connections_custom_integration" ON "connections" USING btree ("custom_integration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_integrations_name" ON "custom_integrations" USING btree ("team_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "custom_integrations_url" ON "custom_integrations" USING btree ("team_id","server_url");--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_flows_state" ON "oauth_flows" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "oauth_flows_expires" ON "oauth_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_flows_user" ON "oauth_flows" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_flows_session" ON "oauth_flows" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "oauth_flows_connection" ON "oauth_flows" USING btree ("connection_id");--> statement-breakpoint
ALTER TABLE "revision_slots" ADD CONSTRAINT "revision_slots_custom_integration_id_custom_integrations_id_fk" FOREIGN KEY ("custom_integration_id") REFERENCES "public"."custom_integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "revision_slots_custom_integration" ON "revision_slots" USING btree ("build_id","custom_integration_id");--> statement-breakpoint
CREATE INDEX "revision_slots_custom" ON "revision_slots" USING btree ("custom_integration_id");