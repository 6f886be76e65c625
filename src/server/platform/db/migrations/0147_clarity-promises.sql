CREATE TABLE "clarity_promises" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"figure" text NOT NULL,
	"revision" integer NOT NULL,
	"value" double precision NOT NULL,
	"assumption" boolean NOT NULL,
	"capture_id" uuid,
	"ordinal" integer,
	"proposal_id" uuid,
	"confirmed_at" timestamp (3) with time zone,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "figure_word" CHECK (figure in ('cases_a_week', 'minutes_a_case', 'success'))
);
--> statement-breakpoint
ALTER TABLE "clarity_promises" ADD CONSTRAINT "clarity_promises_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_promises" ADD CONSTRAINT "clarity_promises_capture_id_clarity_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."clarity_captures"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_promises" ADD CONSTRAINT "clarity_promises_proposal_id_clarity_snapshots_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."clarity_snapshots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clarity_promises" ADD CONSTRAINT "clarity_promises_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clarity_promises_figure" ON "clarity_promises" USING btree ("process_id","figure","revision");--> statement-breakpoint
CREATE INDEX "clarity_promises_history" ON "clarity_promises" USING btree ("process_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clarity_promises_capture" ON "clarity_promises" USING btree ("capture_id") WHERE capture_id is not null;--> statement-breakpoint
CREATE INDEX "clarity_promises_proposal" ON "clarity_promises" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "clarity_promises_user" ON "clarity_promises" USING btree ("user_id");