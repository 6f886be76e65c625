ALTER TABLE "clarity_generations" VALIDATE CONSTRAINT "task_word";
