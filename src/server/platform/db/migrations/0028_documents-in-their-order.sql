ALTER TABLE "run_messages" ALTER COLUMN "tool_arguments" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "run_messages" ALTER COLUMN "tool_result" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "body" SET DATA TYPE json;