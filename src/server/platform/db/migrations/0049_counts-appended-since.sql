ALTER TABLE "storage_counts" ADD COLUMN "folded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_counts" ADD COLUMN "folded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run_counts" ADD COLUMN "folded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "storage_counts_appended" ON "storage_counts" USING btree ("scope") WHERE not folded;--> statement-breakpoint
CREATE INDEX "case_counts_appended" ON "case_counts" USING btree ("scope") WHERE not folded;--> statement-breakpoint
CREATE INDEX "run_counts_appended" ON "run_counts" USING btree ("scope") WHERE not folded;