import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import type { Line } from "./judge.ts";

/** Messages from the beginning and from the end of a run that a judge gets to see, and characters of each. */
const first = 20;
const last = 100;
const perMessage = 4_000;
/** Characters in all: room in the context of the smaller models. */
const inAll = 60_000;

interface Row {
  readonly seq: number;
  readonly type: string;
  readonly role: string;
  readonly said: string | null;
  readonly length: number;
  readonly tool_name: string | null;
}

/** A run as a judge reads it. However long the run was, only so much of it is read from the store. */
export async function transcriptOf(db: Db, run: { id: string; message_count: number }, room = inAll): Promise<Line[]> {
  const { rows } = await db.execute<{ [K in keyof Row]: Row[K] }>(sql`
    select seq, type, role, tool_name, left(said, ${perMessage}::int) as said, length(said) as length
    from (select seq, type, role, tool_name, coalesce(text_content, tool_error, tool_result->>'value', tool_arguments::text, '') as said
      from run_messages where run_id = ${run.id} and type <> 'thinking' and (seq < ${first}::int or seq >= ${run.message_count - last}::int)) m
    order by seq`);
  const skipped = Math.max(0, run.message_count - first - last);
  const head = rows.filter((row) => row.seq < first).map(toLine);
  const tail = fitting(rows.filter((row) => row.seq >= first).map(toLine), room - lengthOf(head));
  const gap: Line[] =
    skipped + tail.dropped > 0 ? [{ from: "service", text: `[${skipped + tail.dropped} messages are left out here]` }] : [];
  return [...head, ...gap, ...tail.lines];
}

function toLine({ type, role, said, length, tool_name }: Row): Line {
  const cut = length > perMessage ? ` [cut, ${length.toLocaleString("en")} characters in all]` : "";
  const text = `${said ?? ""}${cut}`;
  if (type === "tool_call") return { from: "agent", text: `[calls ${tool_name}] ${text}` };
  if (type === "tool_result") return { from: "tool", text: `[${tool_name}] ${text}` };
  return { from: role === "user" ? "person" : role === "assistant" ? "agent" : "service", text };
}

/** As many of the last lines as have room: how a run ended says most. */
function fitting(lines: Line[], room: number): { lines: Line[]; dropped: number } {
  let left = room;
  const from = lines.findLastIndex((line) => (left -= line.text.length) < 0) + 1;
  return { lines: lines.slice(from), dropped: from };
}

function lengthOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}
