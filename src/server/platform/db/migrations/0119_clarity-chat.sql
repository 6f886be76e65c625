CREATE TABLE "clarity_conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"snapshot_kind" text NOT NULL,
	"title" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "snapshot_kind_word" CHECK (snapshot_kind in ('current_process', 'transformation_proposal')),
	CONSTRAINT "status_word" CHECK (status in ('open', 'running', 'waiting_for_patch', 'waiting_for_hitl'))
);
--> statement-breakpoint
CREATE TABLE "clarity_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"role" text NOT NULL,
	"kind" text NOT NULL,
	"body" json NOT NULL,
	"baseline_snapshot_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "role_word" CHECK (role in ('user', 'assistant', 'system')),
	CONSTRAINT "kind_word" CHECK (kind in ('text', 'patch', 'hitl_question', 'hitl_answer', 'error', 'info'))
);
--> statement-breakpoint
ALTER TABLE "clarity_generations" DROP CONSTRAINT "task_word";
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD COLUMN "conversation_id" uuid;
--> statement-breakpoint
ALTER TABLE "clarity_conversations" ADD CONSTRAINT "clarity_conversations_process_id_clarity_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."clarity_processes"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "clarity_conversations" ADD CONSTRAINT "clarity_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "clarity_messages" ADD CONSTRAINT "clarity_messages_conversation_id_clarity_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."clarity_conversations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "clarity_conversations_process" ON "clarity_conversations" USING btree ("process_id","user_id","updated_at","id");
--> statement-breakpoint
CREATE INDEX "clarity_conversations_user" ON "clarity_conversations" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "clarity_messages_conversation" ON "clarity_messages" USING btree ("conversation_id","created_at","id");
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "clarity_generations_conversation_id_clarity_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."clarity_conversations"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "task_word" CHECK (task in ('generate', 'postprocess', 'chat')) NOT VALID;