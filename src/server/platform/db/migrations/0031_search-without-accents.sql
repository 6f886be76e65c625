-- As `folded` in words.ts: accents are taken off, so that muller finds Müller; what NFKD takes apart otherwise is put together again.
CREATE OR REPLACE FUNCTION words_of(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(ARRAY(SELECT left(word, 255)
    FROM unnest(string_to_array(regexp_replace(lower(normalize(regexp_replace(normalize(given, NFKD), U&'[\0300-\036F]+', '', 'g'), NFC)
      COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g'), ' ')) word
    WHERE word <> ''))
$$;--> statement-breakpoint
DROP INDEX "runs_search";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "search" tsvector GENERATED ALWAYS AS (words_of(title || ' ' || coalesce(case_title, ''))) STORED;--> statement-breakpoint
CREATE INDEX "runs_search" ON "runs" USING gin ("search");--> statement-breakpoint
UPDATE case_texts t SET words = case_words(c.queue_id, c.title, c.data) FROM cases c WHERE c.id = t.case_id;
