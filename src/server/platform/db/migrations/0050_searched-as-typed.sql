-- Whether a text has each of these terms as it is written, at the beginning of a word where the term begins with one. Terms are folded as in
-- words.ts, and so is the text: one of ASCII, as most are, by the quickest way. Escapes of JSON are read as what they stand for.
CREATE FUNCTION reads_as(given text, terms text[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  plain text;
  term text;
BEGIN
  IF octet_length(given) = length(given) THEN
    plain := lower(given COLLATE "C");
  ELSE
    plain := lower(normalize(regexp_replace(normalize(given, NFKD), U&'[\0300-\036F]+', '', 'g'), NFC) COLLATE "und-x-icu");
  END IF;
  IF strpos(plain, '\') > 0 THEN
    plain := replace(replace(plain, '\\', '\'), '\"', '"');
  END IF;
  FOREACH term IN ARRAY terms LOOP
    IF strpos(plain, term) = 0 THEN
      RETURN false;
    END IF;
    IF plain COLLATE "und-x-icu" !~ ((CASE WHEN term COLLATE "und-x-icu" ~ '^[[:alnum:]]' THEN '(^|[^[:alnum:]])' ELSE '' END)
      || regexp_replace(term COLLATE "und-x-icu", '([^[:alnum:]])', '\\\1', 'g')) THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN true;
END $$;
