// Cron of five fields: minute, hour, day of month, month, day of week. Ours, as the specification says only that there is a text: numbers, names of
// months and days, lists, ranges and steps. The extensions that programs read differently (`L`, `W`, `#`, `?`, seconds, `@daily`) are refused.

interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const fields = [
  { name: "Minute", least: 0, most: 59 },
  { name: "Hour", least: 0, most: 23 },
  { name: "Day of month", least: 1, most: 31 },
  { name: "Month", least: 1, most: 12, names: months },
  { name: "Day of week", least: 0, most: 7, names: weekdays },
] as const satisfies readonly Field[];

/** The values of each field, in order. Days of the week from 0, a Sunday, to 6. Undefined for a field that is `*`. */
export interface Cron {
  readonly minutes: readonly number[] | undefined;
  readonly hours: readonly number[] | undefined;
  readonly days: readonly number[] | undefined;
  readonly months: readonly number[] | undefined;
  readonly weekdays: readonly number[] | undefined;
}

/** What a text says, or the sentence that says why it cannot be used. */
export function parseCron(text: string): Cron | string {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length)
    return "Use five fields with spaces between them: minute, hour, day of month, month, day of week. Example: 0 9 * * 1-5";
  const read = fields.map((field, i) => valuesOf(parts[i] ?? "", field));
  const broken = read.find((values) => typeof values === "string");
  if (broken !== undefined) return broken;
  const [minutes, hours, days, ofMonths, given] = read as (readonly number[] | undefined)[];
  const ofWeek = given && unique(given.map((day) => day % 7));
  if (days && !ofWeek && !(ofMonths ?? allMonths).some((month) => (days[0] ?? 1) <= longest(month)))
    return "These months do not have this day. Use another day or month";
  return { minutes, hours, days, months: ofMonths, weekdays: ofWeek };
}

const allMonths = Array.from({ length: 12 }, (_, i) => i + 1);
const longest = (month: number) => (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);
const unique = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => a - b);

function valuesOf(text: string, field: Field): readonly number[] | undefined | string {
  if (text === "*") return undefined;
  const values: number[] = [];
  for (const part of text.split(",")) {
    const [, from, to, step] = /^(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/(\d{1,2}))?$/i.exec(part) ?? [];
    const range =
      from === "*" && to === undefined
        ? [field.least, field.names === weekdays ? 6 : field.most]
        : [numberOf(from, field), numberOf(to ?? from, field)];
    const [least = Number.NaN, most = Number.NaN] = range;
    const by = step === undefined ? 1 : Number(step);
    // `5/15` is every quarter of an hour from 5 on to some programs and the fifth minute to others.
    const stepsFromOne = step !== undefined && from !== "*" && to === undefined;
    if (Number.isNaN(least + most) || least > most || by < 1 || stepsFromOne) return helpOf(field);
    for (let value = least; value <= most; value += by) values.push(value);
  }
  return unique(values);
}

function numberOf(text: string | undefined, { names, least, most }: Field): number {
  const named = names?.indexOf(text?.toLowerCase() ?? "") ?? -1;
  if (named >= 0) return named + (names === months ? 1 : 0);
  const number = /^\d{1,2}$/.test(text ?? "") ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : Number.NaN;
}

function helpOf({ name, least, most, names }: Field): string {
  const range = names ? `${names[names === months ? 0 : 1]}-${names[names === months ? 2 : 5]}` : `${least + 1}-${least + 5}`;
  const named = names ? ` or names such as ${names[1]}` : "";
  return `${name}: use *, numbers from ${least} to ${most}${named}, lists such as ${least + 1},${least + 3}, ranges such as ${range}, or steps such as */2`;
}
