-- The rule that `wordsOf` in words.ts follows for a search: the parser of `to_tsvector` cuts 7e3b9c in two, and takes m² for another word than
-- a search does. A word past 255 characters is found by its beginning; a lexeme has no room for more than 2,046 bytes.
CREATE FUNCTION words_of(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(ARRAY(SELECT left(word, 255)
    FROM unnest(string_to_array(regexp_replace(lower(normalize(given, NFKC) COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g'), ' ')) word
    WHERE word <> ''))
$$;--> statement-breakpoint
DROP INDEX "runs_search";--> statement-breakpoint
ALTER TABLE "runs" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "search" tsvector GENERATED ALWAYS AS (words_of(title || ' ' || coalesce(case_title, ''))) STORED;--> statement-breakpoint
CREATE INDEX "runs_search" ON "runs" USING gin ("search");--> statement-breakpoint
CREATE OR REPLACE FUNCTION case_words(queue_id uuid, title text, data text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(array['#' || queue_id::text]) || words_of(title || ' ' || data)
$$;--> statement-breakpoint
UPDATE case_texts t SET words = case_words(c.queue_id, c.title, c.data) FROM cases c WHERE c.id = t.case_id;
