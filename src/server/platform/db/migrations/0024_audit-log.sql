CREATE TABLE "audit_changes" (
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"object_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "audit_changes_tx_id_pk" PRIMARY KEY("tx","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"organization_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"operation" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"door" text NOT NULL,
	"credential_id" uuid,
	"credential_name" text,
	"address" text,
	"request_id" uuid,
	"team_id" uuid,
	"object_kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"object_name" text,
	"facts" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "audit_entries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "door_word" CHECK (door in ('console', 'api_key', 'run', 'service'))
);
--> statement-breakpoint
CREATE TABLE "audit_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"last_entry_id" bigint DEFAULT 0 NOT NULL,
	"mac" "bytea",
	CONSTRAINT "audit_keys_organization_id_unique" UNIQUE("organization_id")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"organization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"ids" bigint[] NOT NULL,
	"macs" "bytea" NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"previous_mac" "bytea",
	"previous_at" timestamp (3) with time zone,
	"mac" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "origin" jsonb DEFAULT nullif(current_setting('caseload.origin', true), '')::jsonb;--> statement-breakpoint
CREATE INDEX "audit_entries_newest" ON "audit_entries" USING btree ("organization_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_type" ON "audit_entries" USING btree ("organization_id","type","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_kind" ON "audit_entries" USING btree ("organization_id","object_kind","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_object" ON "audit_entries" USING btree ("organization_id","object_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("organization_id","actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_door" ON "audit_entries" USING btree ("organization_id","door","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_words" ON "audit_entries" USING gin ("words");