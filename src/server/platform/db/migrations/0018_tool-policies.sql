CREATE TABLE "slot_tool_policies" (
	"slot_id" uuid NOT NULL,
	"server_url" text NOT NULL,
	"name" text NOT NULL,
	"policy" text NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slot_tool_policies_slot_id_server_url_name_pk" PRIMARY KEY("slot_id","server_url","name"),
	CONSTRAINT "policy_word" CHECK (policy in ('allow', 'ask', 'never'))
);
--> statement-breakpoint
CREATE TABLE "connection_tools" (
	"connection_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"current" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_tools_connection_id_digest_pk" PRIMARY KEY("connection_id","digest")
);
--> statement-breakpoint
ALTER TABLE "human_requests" DROP CONSTRAINT "kind_word";--> statement-breakpoint
ALTER TABLE "human_requests" ADD COLUMN "tool_call" jsonb;--> statement-breakpoint
ALTER TABLE "human_requests" ADD COLUMN "bound" text;--> statement-breakpoint
ALTER TABLE "slot_tool_policies" ADD CONSTRAINT "slot_tool_policies_slot_id_revision_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."revision_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_tools" ADD CONSTRAINT "connection_tools_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slot_tool_policies_digest" ON "slot_tool_policies" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "connection_tools_digest" ON "connection_tools" USING btree ("digest") WHERE not current;--> statement-breakpoint
ALTER TABLE "human_requests" ADD CONSTRAINT "kind_word" CHECK (kind in ('approval', 'question', 'outcome', 'tool_call'));