import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "#contract/zod.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { daysOf, momentIn, momentOf } from "./moments.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const two = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, "0"));
/** Moments in every spelling, and texts that are nearly one. */
const texts = fc
  .tuple(
    fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, "0")),
    two(0, 13),
    two(0, 32),
    fc.tuple(two(0, 24), two(0, 60)).map((parts) => parts.join(":")),
    fc.oneof(
      fc.constant(""),
      two(0, 60).map((s) => `:${s}`),
      fc.tuple(two(0, 59), fc.stringMatching(/^\d{1,12}$/)).map(([s, f]) => `:${s}.${f}`),
    ),
    fc.oneof(
      fc.constant("Z"),
      fc.constant(""),
      fc.tuple(fc.constantFrom("+", "-"), two(0, 16), two(0, 60)).map(([sign, h, m]) => `${sign}${h}:${m}`),
    ),
  )
  .map(([year, month, day, time, seconds, zone]) => `${year}-${month}-${day}T${time}${seconds}${zone}`);

it("the store and the service have the same text for every moment, and know the same texts as none", async () => {
  const all = [
    ...fc.sample(texts, 5_000),
    "2024-02-29T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2000-02-29T23:59:59.5+15:59",
    "a",
    "",
    "2026",
  ];
  const { rows } = await service.pool.query<{ t: string; moment: string | null }>(
    `select t, ${momentIn("t")} as moment from unnest($1::text[]) with ordinality u(t, n) order by n`,
    [all],
  );
  expect(rows.map(({ moment }) => moment)).toEqual(all.map((text) => momentOf(text) ?? null));
  const moments = all.filter((text) => momentOf(text) !== undefined);
  expect(moments.length).toBeGreaterThan(500);
  for (const text of moments) {
    expect(z.iso.datetime({ offset: true }).safeParse(text).success, text).toBe(true);
    expect(
      daysOf(momentOf(text) ?? "").some((day) => text.startsWith(day)),
      text,
    ).toBe(true);
  }
});

it("moments are the same in every offset, with and without zeros that end them, to the last digit", () => {
  const same = [
    "2026-11-30T10:00:00Z",

    "2026-11-30T10:00:00.000Z",
    "2026-11-30T11:00:00+01:00",
    "2026-11-29T23:30:00.0-10:30",
  ];
  expect(new Set(same.map(momentOf))).toEqual(new Set(["2026-11-30T10:00:00Z"]));
  expect(momentOf("2026-11-30T10:00:00.1234567890Z")).toBe("2026-11-30T10:00:00.123456789Z");
});
