/**
 * A date and time as RFC 3339 writes it, for JavaScript and PostgreSQL alike. The first and the last year are left out: in UTC they can be years that
 * either of them writes in another way. PostgreSQL has offsets up to 15:59.
 */
const leapDay = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29";
const otherDay = "\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,30})?(?:Z|[+-](?:0\\d|1[0-5]):[0-5]\\d)";
const momentPattern = `^(?!0000|0001|9999)(?:${leapDay}|${otherDay})T${time}$`;
const pattern = new RegExp(momentPattern);

/** One text for one moment, in UTC and without zeros that end it. Undefined for what is no moment. */
export function momentOf(text: string): string | undefined {
  if (!pattern.test(text)) return undefined;
  const fraction = /\.(\d+)/.exec(text)?.[1]?.replace(/0+$/, "");
  return `${new Date(text.replace(/\.\d+/, "")).toISOString().slice(0, 19)}${fraction ? `.${fraction}` : ""}Z`;
}

/** The same in SQL, of a text: null for what is no moment. */
export function momentIn(text: string): string {
  const at = `to_char(regexp_replace(${text}, '[.][0-9]+', '')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  const fraction = `rtrim(rtrim(coalesce(substring(${text} from '[.][0-9]+'), ''), '0'), '.')`;
  return `case when ${isMoment(text)} then ${at} || ${fraction} || 'Z' end`;
}

/** What most moments look like, and PostgreSQL reads as it is: half as much work as the whole pattern and its parts. */
const plainMoment =
  "^[12]\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d([.]\\d{1,6})?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$";

/** Seconds since 1970 in SQL, of a text: null for what is no moment. */
export function secondsIn(text: string): string {
  const fraction = `coalesce(('0' || substring(${text} from '[.][0-9]+'))::numeric, 0)`;
  return `case when ${text} ~ '${plainMoment}' then extract(epoch from ${text}::timestamptz)
    when ${isMoment(text)} then extract(epoch from regexp_replace(${text}, '[.][0-9]+', '')::timestamptz) + ${fraction} end`;
}

const isMoment = (text: string) => `${text} like '____-__-__T%' and ${text} ~ '${momentPattern}'`;

/** How the day of a moment begins in any offset: what has none of them has the moment nowhere. */
export function daysOf(moment: string): string[] {
  const noon = Date.parse(`${moment.slice(0, 10)}T12:00:00Z`);
  return [-1, 0, 1].map((days) => new Date(noon + days * 86_400_000).toISOString().slice(0, 11));
}
