ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "successor_id" uuid;--> statement-breakpoint
ALTER TABLE "invite_links" ADD COLUMN "expires_at" timestamp (3) with time zone DEFAULT now() + interval '14 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "invite_links" ADD COLUMN "max_uses" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "invite_links" ADD COLUMN "uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "joined_by_link" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_successor_id_api_keys_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_successor" ON "api_keys" USING btree ("successor_id");--> statement-breakpoint
CREATE INDEX "api_keys_expiry" ON "api_keys" USING btree ("expires_at") WHERE expires_at is not null;