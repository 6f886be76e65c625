ALTER TABLE "trigger_matches" VALIDATE CONSTRAINT "outcome_word";
