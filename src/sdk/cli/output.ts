import { ExactNumber } from "#contract/exact-json.ts";

type Row = Readonly<Record<string, unknown>>;

/** What tells records apart stands first, and the times last. */
const first = ["id", "title", "name", "status", "priority", "agent_name", "path", "email", "role", "kind"];
const mostColumns = 6;
const mostTimes = 2;
/** Characters of a cell; longer ones are texts to read, and not to find a row by. */
const widestCell = 80;

/** What other people and programs wrote moves no cursor and hides no line. */
export function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\uFFFD");
}

/** A list as a table, as wide as the window. */
export function tableOf(rows: readonly unknown[], width: number): string {
  if (rows.length === 0) return "Nothing found.";
  if (rows.some((row) => !isObject(row))) return rows.map((row) => oneLine(row)).join("\n");
  const columns = columnsOf(rows as Row[]);
  const lines = [columns.map(heading), ...(rows as Row[]).map((row) => columns.map((column) => oneLine(row[column])))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      cut(
        line
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd(),
        width,
      ),
    )
    .join("\n");
}

/** A record as lines, one for each field. An answer that only wraps records is shown as these, each below its name where there are several. */
export function recordOf(answer: unknown, width: number): string {
  if (!isObject(answer)) return oneLine(answer);
  if (Array.isArray(answer)) return tableOf(answer, width);
  const entries = Object.entries(answer);
  const [only] = entries;
  if (entries.length === 1 && isNested(only?.[1])) return recordOf(only?.[1], width);
  if (!entries.some(([, value]) => isRecord(value)) || !entries.every(([, value]) => value === null || typeof value === "object"))
    return fieldsOf(entries, width);
  return entries
    .map(([name, value]) => `${heading(name)}\n${isRecord(value) ? fieldsOf(Object.entries(value), width) : linesOf(value, width)}`)
    .join("\n\n");
}

/** What is nested stands below its field, indented. */
function fieldsOf(entries: readonly (readonly [string, unknown])[], width: number): string {
  const longest = Math.max(0, ...entries.filter(([, value]) => !isNested(value)).map(([name]) => name.length));
  return entries
    .map(([name, value]) =>
      isNested(value)
        ? `${cut(harmless(name), width)}\n${linesOf(value, width)}`
        : cut(`${harmless(name).padEnd(longest)}  ${oneLine(isObject(value) ? null : value)}`, width),
    )
    .join("\n");
}

function linesOf(value: unknown, width: number): string {
  if (!isNested(value)) return "  –";
  return harmless(JSON.stringify(value, null, 2))
    .split("\n")
    .map((line) => cut(`  ${line}`, width))
    .join("\n");
}

const isRecord = (value: unknown): value is Row => isObject(value) && !Array.isArray(value);
/** Whether a value has something within it. */
const isNested = (value: unknown) => isObject(value) && Object.keys(value).length > 0;
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !(value instanceof ExactNumber);

/** A message of a run, in one paragraph. */
export function messageOf({ timestamp, role, type, text_content, tool_call, tool_result, subtype }: Row): string {
  const call = tool_call as { name?: string; arguments?: unknown } | undefined;
  const result = tool_result as { result?: unknown; error?: string } | undefined;
  const said = call
    ? `${call.name}(${oneLine(call.arguments ?? {})})`
    : result
      ? oneLine(result.error ?? result.result)
      : (text_content ?? subtype ?? "");
  return harmless(
    `${String(timestamp).slice(11, 19)} ${type === "text" ? String(role) : String(type)}: ${typeof said === "string" ? said.trimEnd() : ""}`,
  );
}

/** Few columns by which a row is found: no flags, no ids of other records, nothing that is empty in every row, and times last. */
function columnsOf(rows: readonly Row[]): string[] {
  const names = Object.keys(rows[0] ?? {});
  const simple = names.filter((name) => rows.every((row) => !isObject(row[name])));
  const named = first.filter((name) => simple.includes(name));
  const rest = simple.filter((name) => !named.includes(name) && !/(_id|Id)$/.test(name) && rows.some((row) => tells(row[name])));
  const times = rest.filter(isTime).slice(0, mostTimes);
  const others = rest.filter((name) => !isTime(name) && rows.every((row) => oneLine(row[name]).length <= widestCell));
  const chosen = [...named, ...others].slice(0, mostColumns - times.length);
  const columns = [...chosen, ...times];
  return columns.length > 0 ? columns : (simple.length > 0 ? simple : names).slice(0, mostColumns);
}

const isTime = (name: string) => /(_at|At)$/.test(name);
const tells = (value: unknown) => value !== null && value !== undefined && value !== "" && typeof value !== "boolean";
const heading = (name: string) => name.replaceAll("_", " ").toUpperCase();

function oneLine(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return harmless(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, " ");
}

function cut(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
