CREATE TABLE "notification_chats" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"sealed_address" text NOT NULL,
	"host" text NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failed_reason" text,
	"gone" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_word" CHECK (channel in ('slack', 'microsoft_teams'))
);
--> statement-breakpoint
ALTER TABLE "notification_deliveries" DROP CONSTRAINT "channel_word";--> statement-breakpoint
DROP INDEX "notification_batches_open";--> statement-breakpoint
DROP INDEX "notifications_cause";--> statement-breakpoint
ALTER TABLE "notification_batches" ALTER COLUMN "recipient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ALTER COLUMN "recipient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "recipient_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_chats" ADD CONSTRAINT "notification_chats_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_chats_channel" ON "notification_chats" USING btree ("team_id","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_batches_open" ON "notification_batches" USING btree (coalesce(recipient_id, team_id),"team_id","about_id") WHERE not sealed;--> statement-breakpoint
CREATE INDEX "notifications_cause" ON "notifications" USING btree (coalesce(recipient_id, team_id),"cause","last_at");--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "channel_word" CHECK (channel in ('email', 'slack', 'microsoft_teams'));