type Row = Readonly<Record<string, unknown>>;

/** Of records with many fields, those that tell them apart stand first. */
const first = ["id", "title", "name", "status", "priority", "agent_name", "path", "email", "role", "kind", "created_at"];
const mostColumns = 6;

/** What other people and programs wrote moves no cursor and hides no line. */
export function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the ones
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\uFFFD");
}

/** A list as a table, as wide as the window. */
export function tableOf(rows: readonly unknown[], width: number): string {
  if (rows.length === 0) return "Nothing found.";
  if (rows.some((row) => typeof row !== "object" || row === null)) return rows.map((row) => oneLine(row)).join("\n");
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

/** A record as lines, one for each field. An answer that only wraps a record is shown as that record. */
export function recordOf(answer: unknown, width: number): string {
  if (typeof answer !== "object" || answer === null) return oneLine(answer);
  const entries = Object.entries(answer);
  const [only] = entries;
  if (entries.length === 1 && typeof only?.[1] === "object" && only[1] !== null) {
    return Array.isArray(only[1]) ? tableOf(only[1], width) : recordOf(only[1], width);
  }
  const longest = Math.max(0, ...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => cut(`${name.padEnd(longest)}  ${oneLine(value)}`, width)).join("\n");
}

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

function columnsOf(rows: readonly Row[]): string[] {
  const simple = Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => typeof row[name] !== "object" || row[name] === null));
  const ranked = [
    ...first.filter((name) => simple.includes(name)),
    ...simple.filter((name) => !first.includes(name) && !name.endsWith("_id")),
  ];
  return (ranked.length > 0 ? ranked : Object.keys(rows[0] ?? {})).slice(0, mostColumns);
}

const heading = (name: string) => name.replaceAll("_", " ").toUpperCase();

function oneLine(value: unknown): string {
  if (value === null || value === undefined) return "–";
  return harmless(typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\s+/g, " ");
}

function cut(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}
