import { type FieldSchema, kindOf, type ListSchema, type TextSchema } from "#contract/queues/case-schema.ts";
import { figureOf } from "#features/queues/schema/number-of-text.ts";

/** How a file writes what JSON writes in one way only. */
export interface Writing {
  /** Before the parts of a whole; the other of the two may part thousands. */
  readonly decimal: "." | ",";
  /** What a date begins with. */
  readonly dates: "year" | "day" | "month";
}

/** What of the writing matters for a field, or for the entries of a list. */
export function writtenAs(schema: FieldSchema): "number" | "date" | undefined {
  const kind = kindOf(schema);
  if (kind === "array") return writtenAs((schema as ListSchema).items);
  if (kind === "number" || kind === "integer") return "number";
  const { format } = schema as TextSchema;
  return format === "date" || format === "date-time" ? "date" : undefined;
}

/** Judged by what stands in the columns of numbers and of dates. Where that leaves it open, a person sees what was taken and decides. */
export function guessWriting(numbers: Iterable<string>, dates: Iterable<string>): Writing {
  let commas = 0;
  for (const cell of numbers) {
    const mark = decimalIn(cell.trim());
    commas += mark === "," ? 1 : mark === "." ? -1 : 0;
  }
  let begin: Writing["dates"] = "year";
  for (const cell of dates) {
    const { second } = shortDate.exec(cell.trim())?.groups ?? {};
    if (Number(second) > 12) begin = "month";
    else if (second !== undefined && begin === "year") begin = "day";
  }
  return { decimal: commas > 0 ? "," : ".", dates: begin };
}

/** Undefined where it could be either, as in `1,234`. */
function decimalIn(cell: string): Writing["decimal"] | undefined {
  const [point, comma] = [cell.lastIndexOf("."), cell.lastIndexOf(",")];
  if (point >= 0 && comma >= 0) return point > comma ? "." : ",";
  if (point < 0 && comma < 0) return undefined;
  const [mark, other] = point >= 0 ? ([".", ","] as const) : ([",", "."] as const);
  const [whole = "", ...rest] = cell.split(mark);
  if (rest.length > 1) return other;
  return rest[0]?.length === 3 && !/^[-+]?0?$/.test(whole) ? undefined : mark;
}

/** The number that a cell is, with every digit; the cell where it is none, written like that. */
export function figureIn(cell: string, { decimal }: Writing): ReturnType<typeof figureOf> {
  const isPoint = decimal === ".";
  const form = isPoint
    ? /^[-+]?(\d{1,3}([,'’\s]\d{3})+|\d*)(\.\d+)?(e[-+]?\d+)?$/i
    : /^[-+]?(\d{1,3}([.'’\s]\d{3})+|\d*)(,\d+)?(e[-+]?\d+)?$/i;
  return form.test(cell) ? figureOf(cell.replaceAll(isPoint ? /[,'’\s]/g : /[.'’\s]/g, "").replace(",", ".")) : cell;
}

const shortDate = /^(?<first>\d{1,2})[./-](?<second>\d{1,2})[./-](?<year>\d{4})(?=$|[\sT,])/;
const longDate = /^(?<year>\d{4})[./-](?<month>\d{1,2})[./-](?<day>\d{1,2})(?=$|[\sT,])/;

/** A date as JSON Schema has it; what is none stays as it is. */
export function plainDate(cell: string, writing: Writing): string {
  const { date, time } = dateIn(cell, writing) ?? {};
  return date !== undefined && time === "" ? date : cell;
}

/** A moment in UTC. Without a zone it is one of the viewer's. */
export function plainMoment(cell: string, writing: Writing): string {
  const { date, time = "" } = dateIn(cell, writing) ?? {};
  if (date === undefined || !/^\d{1,2}:\d{2}(:\d{2})?$/.test(time)) return cell;
  const at = new Date(`${date}T${time.replace(/^\d:/, "0$&")}`);
  return Number.isNaN(at.getTime()) ? cell : at.toISOString();
}

function dateIn(cell: string, { dates }: Writing): { date: string; time: string } | undefined {
  const found = dates === "year" ? longDate.exec(cell) : (shortDate.exec(cell) ?? longDate.exec(cell));
  if (!found?.groups) return undefined;
  const {
    year = "",
    first = "",
    second = "",
    month = dates === "day" ? second : first,
    day = dates === "day" ? first : second,
  } = found.groups;
  return {
    date: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
    time: cell.slice(found[0].length).replace(/^[\sT,]+/, ""),
  };
}
