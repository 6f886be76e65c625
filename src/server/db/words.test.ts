import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { askedBy, wordsOf } from "./words.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it("cuts a search into the words that the store has of the same text", async () => {
  // What every supported store knows as letters: its Unicode may be older than this process's.
  const known = [
    [0x01, 0x55f],
    [0x591, 0x5ea],
    [0x620, 0x6ff],
    [0x900, 0x97f],
    [0xe01, 0xe3a],
    [0x2000, 0x2bff],
    [0x3041, 0x30ff],
    [0x4e00, 0x9fea],
    [0xac00, 0xd7a3],
    [0xff01, 0xffbe],
    [0x1f300, 0x1f64f],
  ] as const;
  const letter = fc.oneof(...known.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))));
  const written = fc.string({ unit: letter, maxLength: 40 });
  const texts = [
    "INV-2026/7 of Müller, 40m² for ½ price; 7e3b9c 1.5e3 1e309 a_b x@example.com https://example.com/a?b=c",
    "ΣΊΣΥΦΟΣ İstanbul ﬁnance ｆｕｌｌ e\u0301t\u00E9 Łódź straße Ёлка й ガ が 한국어 ญี่ปุ่น हिन्दी 発注書 العربية",
    `${"ö".repeat(300)} ${"😀".repeat(5)}`,
    ...fc.sample(written, 2000),
  ];
  const { rows } = await service.pool.query<{ words: string[] }>(
    "select tsvector_to_array(words_of(given)) as words from unnest($1::text[]) with ordinality t(given, n) order by n",
    [texts],
  );
  expect(rows.map(({ words }) => words.toSorted())).toEqual(texts.map((text) => [...new Set(wordsOf(text))].toSorted()));
  const found = await service.pool.query<{ given: string; found: boolean }>(
    `select given, words_of(given) @@ query::tsquery and reads_as(given, array(select jsonb_array_elements_text(terms))) as found
     from unnest($1::text[], $2::text[], $3::jsonb[]) t(given, query, terms)`,
    [texts, texts.map((text) => askedBy(text)?.query ?? ""), texts.map((text) => JSON.stringify(askedBy(text)?.asTyped ?? []))],
  );
  // Every text that has a word is found by itself.
  expect(found.rows.filter((row) => !row.found).map(({ given }) => given)).toEqual(texts.filter((text) => wordsOf(text).length === 0));
});
