-- The rules of words.ts for searches. A generated column keeps its values when a function changes: see README.md.

-- As `folded` in words.ts. A text of ASCII, as most are, goes the quickest way.
CREATE OR REPLACE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = length(given) THEN lower(given COLLATE "C") COLLATE "und-x-icu"
    ELSE lower(normalize(regexp_replace(normalize(given, NFKD), U&'[\0300-\036F]+', '', 'g'), NFC) COLLATE "und-x-icu") END
$$;

-- What follows each word of a folded text up to the next blank or quotation mark, marks included, and the same with the mark before it. A
-- lexeme that begins as a term does then tells that the text reads as typed. Null: more than an index takes.
CREATE OR REPLACE FUNCTION phrases_of(plain text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH tokens AS (
    SELECT n, token, substring(token COLLATE "und-x-icu" FROM '^[^[:alnum:]]*([^[:alnum:]])[[:alnum:]]') AS mark
    FROM unnest(string_to_array(regexp_replace(plain, U&'[ \0009-\000D"\1680\2028\2029\FEFF]+', ' ', 'g'), ' ')) WITH ORDINALITY t(token, n)
    WHERE token COLLATE "und-x-icu" ~ '[[:alnum:]][^[:alnum:]]|[^[:alnum:]][[:alnum:]]'
  ), parts AS (
    SELECT n, i, mark, part[1] AS part
    FROM tokens, regexp_matches(token COLLATE "und-x-icu", '[[:alnum:]]+[^[:alnum:]]*', 'g') WITH ORDINALITY m(part, i)
  ), phrases AS (
    -- Each part has at least two characters, but for the last.
    SELECT coalesce(right(lag(part) OVER w, 1), mark) AS mark,
      left(string_agg(left(part, 48), '') OVER (PARTITION BY n ORDER BY i ROWS BETWEEN CURRENT ROW AND 24 FOLLOWING), 48) AS phrase
    FROM parts WINDOW w AS (PARTITION BY n ORDER BY i)
  ), lexemes AS (
    SELECT phrase AS lexeme FROM phrases WHERE phrase COLLATE "und-x-icu" ~ '[^[:alnum:]]'
    UNION SELECT mark || phrase FROM phrases WHERE mark IS NOT NULL
  )
  SELECT CASE WHEN regexp_count(plain COLLATE "und-x-icu", '[[:alnum:]][^[:alnum:] "]') <= 4000
    THEN (SELECT coalesce(array_agg(lexeme), '{}') FROM lexemes HAVING coalesce(sum(octet_length(lexeme)), 0) <= 400000) END
$$;

-- As `unspaced` in words.ts: the letters between which no blank parts words, and as a set of a regular expression.
CREATE OR REPLACE FUNCTION unspaced() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT U&'[\0E01-\0E3A\0E40-\0E4E\0E81-\0ECF\0EDC-\0EDF\1000-\103F\1050-\109D\1780-\17D3\17D7\17DC\17DD\3005-\3007\3041-\3096\3099\309A\309D-\309F\30A1-\30FA\30FC-\30FF\31F0-\31FF\3400-\4DBF\4E00-\9FFF\F900-\FAFF\+020000-\+03FFFF]' COLLATE "C"
$$;

-- Each letter of the runs of such letters with the next one, the last one by itself. Null: more than an index takes.
CREATE OR REPLACE FUNCTION pairs_of(plain text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH pairs AS (
    SELECT DISTINCT letter || coalesce(lead(letter) OVER (PARTITION BY n ORDER BY at), '') AS pair
    FROM regexp_matches(plain COLLATE "C", public.unspaced() || '+', 'g') WITH ORDINALITY r(run, n),
      unnest(string_to_array(run[1], NULL)) WITH ORDINALITY l(letter, at)
  )
  SELECT CASE WHEN count(*) <= 20000 THEN coalesce(array_agg(pair), '{}') END FROM pairs
$$;

-- The rule that `askedBy` in words.ts follows for a search.
-- A text without a mark beside a word, as most titles are, has no phrases: they are looked for only where there is one.
CREATE OR REPLACE FUNCTION words_of(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(CASE WHEN spaced COLLATE "und-x-icu" ~ '[[:alnum:]][^[:alnum:] ]|[^[:alnum:] ][[:alnum:]]'
      THEN coalesce(public.phrases_of(spaced), '{~}') ELSE '{}' END
    || CASE WHEN spaced = plain THEN '{}' ELSE coalesce(public.pairs_of(plain), '{~}') END
    || array(SELECT left(word, 255)
    FROM unnest(string_to_array(regexp_replace(spaced COLLATE "und-x-icu", '[^[:alnum:]]+', ' ', 'g'), ' ')) word WHERE word <> ''))
  FROM (SELECT public.folded(given) AS plain OFFSET 0) f, LATERAL (
    SELECT CASE WHEN octet_length(plain) = length(plain) THEN plain ELSE regexp_replace(plain COLLATE "C", public.unspaced() || '+', ' ', 'g') END
      COLLATE "und-x-icu" AS spaced OFFSET 0) s
$$;

-- As `asRead` in words.ts. Valid JSON has no control character in it, so one can stand for a backslash meanwhile.
CREATE OR REPLACE FUNCTION as_read(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF strpos(given, '\') = 0 OR given !~ '^[ \t\n\r]*["[{]' THEN
    RETURN given;
  END IF;
  PERFORM given::json;
  RETURN replace(unistr(regexp_replace(regexp_replace(replace(given, '\\', E'\x01'), '\\[bfnrt]', ' ', 'g'), '\\(["/])', '\1', 'g')), E'\x01', '\');
EXCEPTION WHEN OTHERS THEN
  RETURN given;
END $$;

-- Whether a text has each of these folded terms as it is written, at the beginning of a word where the term begins with one.
CREATE OR REPLACE FUNCTION reads_as(given text, terms text[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  plain text := public.folded(given);
  term text;
BEGIN
  FOREACH term IN ARRAY terms LOOP
    IF strpos(plain, term) = 0 THEN
      RETURN false;
    END IF;
    IF plain COLLATE "und-x-icu" !~ ((CASE WHEN term COLLATE "C" ~ ('^' || public.unspaced()) THEN ''
        WHEN term COLLATE "und-x-icu" ~ '^[[:alnum:]]' THEN '(^|[^[:alnum:]]|' || public.unspaced() || ')' ELSE '' END)
      || regexp_replace(term COLLATE "und-x-icu", '([^[:alnum:]])', '\\\1', 'g')) THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END $$;
