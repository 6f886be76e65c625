CREATE TABLE "event_cursors" (
	"consumer" text PRIMARY KEY NOT NULL,
	"tx" "xid8" NOT NULL,
	"id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"team_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_tx_id_pk" PRIMARY KEY("tx","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "event_id" bigint;--> statement-breakpoint
CREATE INDEX "events_kept" ON "events" USING btree ("type","created_at");--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event" UNIQUE("event_id");