ALTER TABLE "clarity_captures" ADD COLUMN "failure" text;
--> statement-breakpoint
ALTER TABLE "clarity_generations" DROP CONSTRAINT "task_word";
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD COLUMN "capture_id" uuid;
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "clarity_generations_capture_id_clarity_captures_id_fk" FOREIGN KEY ("capture_id") REFERENCES "public"."clarity_captures"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "clarity_generations" ADD CONSTRAINT "task_word" CHECK (task in ('generate', 'postprocess', 'chat', 'transcribe')) NOT VALID;
