CREATE TABLE "case_texts" (
	"case_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
DROP INDEX "cases_words";--> statement-breakpoint
ALTER TABLE "case_texts" ADD CONSTRAINT "case_texts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_texts_words" ON "case_texts" USING gin ("words");--> statement-breakpoint
ALTER TABLE "cases" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE case_texts SET (toast_tuple_target = 128);--> statement-breakpoint
CREATE FUNCTION case_words(queue_id uuid, title text, data text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(array['#' || queue_id::text])
    || to_tsvector('simple', regexp_replace(lower((title || ' ' || data) collate "und-x-icu"), '[^[:alnum:]]+', ' ', 'g'))
$$;--> statement-breakpoint
INSERT INTO case_texts (case_id, created_at, words) SELECT id, created_at, case_words(queue_id, title, data) FROM cases;--> statement-breakpoint
CREATE FUNCTION read_new_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO case_texts (case_id, created_at, words) SELECT id, created_at, case_words(queue_id, title, data) FROM new_rows;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_read_new AFTER INSERT ON cases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION read_new_cases();--> statement-breakpoint
CREATE FUNCTION read_changed_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE case_texts SET words = case_words(NEW.queue_id, NEW.title, NEW.data) WHERE case_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER cases_read_changed AFTER UPDATE OF title, data ON cases FOR EACH ROW EXECUTE FUNCTION read_changed_case();
