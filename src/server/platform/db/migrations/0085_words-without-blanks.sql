CREATE TABLE "search_refills" (
	"name" text PRIMARY KEY NOT NULL,
	"before" uuid NOT NULL
);
--> statement-breakpoint
INSERT INTO "search_refills" SELECT 'runs', 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHERE EXISTS (SELECT FROM "runs");--> statement-breakpoint
INSERT INTO "search_refills" SELECT 'case_texts', 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHERE EXISTS (SELECT FROM "case_texts");
