import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { asRead, askedBy, beginningOf, folded, wordsOf } from "./words.ts";

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
  const wordsAmong = (lexemes: string[]) => lexemes.filter((each) => !/[^\p{L}\p{Nd}]/u.test(each)).toSorted();
  expect(rows.map(({ words }) => wordsAmong(words))).toEqual(texts.map((text) => wordsAmong([...new Set(wordsOf(text))])));
  // Every text that has a word is found by itself.
  const found = await Promise.all(texts.slice(0, 300).map(async (text) => (await matches([text], [text])).length === 1));
  expect(texts.filter((_, i) => found[i] === false)).toEqual(texts.slice(0, 300).filter((text) => wordsOf(text).length === 0));
});

it("finds by its index what reads as the search, and nothing else", async () => {
  const piece = fc.constantFrom(
    ..."a b ab Ä é 1 04 2026 ß 發注 京都 の เดือน ខែ हि - . @ / \" \\ \\n \\u00e4 ' & | ~ # : , ( 5".split(" "),
    " ",
    "\n",
    "x".repeat(47),
  );
  const written = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
  const asJson = fc.tuple(written, written).map(([a, b]) => JSON.stringify({ [a]: b, n: [1.5, -2] }));
  const escaped = asJson.map((text) => text.replaceAll(/[^\0-~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`));
  const long = `${Array.from({ length: 4100 }, (_, i) => `${i % 60},${i}`).join(",")} inv-04`;
  const han = Array.from({ length: 30_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * i + 7919 * i) % 20_000))).join("");
  const texts = [...fc.sample(fc.oneof(written, asJson, escaped), 400), long, han, `${"ö".repeat(300)}-1`];
  const cut = (text: string, at: number, length: number) =>
    asRead(text)
      .slice(at, at + length)
      .toWellFormed();
  const within = fc
    .tuple(fc.constantFrom(...texts), fc.nat(40), fc.integer({ min: 2, max: 60 }))
    .map(([text, at, length]) => cut(text, at, length));
  const searches = [
    ...fc.sample(fc.oneof(within, within, written), 400),
    "inv-04",
    "inv-4",
    "59,4079",
    "59,4078",
    `${"o".repeat(300)}-`,
    "o-1",
    han.slice(20_000, 20_005),
    Array.from(han.slice(0, 4)).toReversed().join(""),
  ];
  const found = new Set((await matches(texts, searches)).map(({ text, search }) => `${text} ${search}`));
  const expected = searches.flatMap((search, s) => texts.flatMap((text, t) => (reads(text, search) ? [{ t, s, text, search }] : [])));
  const missed = expected.filter(({ t, s }) => !found.delete(`${t} ${s}`)).map(({ text, search }) => [text.slice(0, 200), search]);
  const extra = [...found].map((pair) => pair.split(" ")).map(([t, s]) => [texts[Number(t)]?.slice(0, 200), searches[Number(s)]]);
  expect({ missed, extra }).toEqual({ missed: [], extra: [] });
  expect(expected.length).toBeGreaterThan(400);
});

/** Of how many texts one statement asks: of all of them together it would take longer than a statement may on a slow machine. */
const atOnce = 20;

/** Each text, by its number, that the store finds for a search, by its number. */
async function matches(texts: readonly string[], searches: readonly string[]): Promise<{ text: number; search: number }[]> {
  const found: { text: number; search: number }[] = [];
  for (let from = 0; from < texts.length; from += atOnce)
    found.push(...(await matchesIn(texts.slice(from, from + atOnce), from, searches)));
  return found;
}

/** The same for some texts, the first of which has the number `from`. */
async function matchesIn(texts: readonly string[], from: number, searches: readonly string[]): Promise<{ text: number; search: number }[]> {
  const asked = searches.map((search) => askedBy(search));
  const { rows } = await service.pool.query<{ text: number; search: number }>(
    `with texts as materialized (select n - 1 + $6::int as text, as_read(given) as given, words_of(as_read(given)) as words
       from unnest($1::text[]) with ordinality t(given, n))
     select text::int, (s.n - 1)::int as search
     from texts, unnest($2::text[], $3::jsonb[], $4::boolean[]) with ordinality s(query, marked, sure, n)
     where words @@ query::tsquery
       and (sure and not words @@ $5::tsquery or reads_as(given, array(select jsonb_array_elements_text(marked))))`,
    [
      texts,
      asked.map((each) => each?.query ?? ""),
      asked.map((each) => JSON.stringify(each?.marked ?? [])),
      asked.map((each) => each?.isSure ?? false),
      "'~'",
      from,
    ],
  );
  return rows;
}

/** The rule, word for word: every term that has a word is in what a person reads, and where it begins with a word there one begins. */
function reads(text: string, search: string): boolean {
  const terms = folded(search)
    .split(/\s+/u)
    .filter((term) => wordsOf(term).length > 0);
  const plain = folded(asRead(text));
  const literal = (term: string) => term.replaceAll(/[^\p{L}\p{Nd}]/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
  return terms.length > 0 && terms.every((term) => new RegExp(beginningOf(term) + literal(term), "u").test(plain));
}
