import { type RunStretch, type StretchKind, timeUnits } from "#contract/runs/run-time.ts";

/** All times are milliseconds. */
export interface TimedMessage {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly role: string;
  readonly subtype: string | null;
  readonly tool_call_id: string | null;
  readonly tool_name: string | null;
}

/** For a person or another run. The first of those that were at once counts. */
export interface TimedWait {
  readonly kind: StretchKind;
  readonly name: string;
  readonly call: string | null;
  readonly since: number;
  /** Null while it lasts. */
  readonly until: number | null;
}

export interface TimedRun {
  readonly created: number;
  readonly started: number | null;
  /** Null while it is at work. */
  readonly ended: number | null;
  readonly pending: boolean;
  readonly program: boolean;
}

export interface Stretch {
  readonly kind: StretchKind;
  readonly name: string | null;
  readonly since: number;
  readonly until: number;
  /** It lasts. */
  readonly open: boolean;
  readonly seq: number;
  readonly ms: number;
  readonly count: number;
}

const ends = ["session_completed", "session_interrupted", "session_error"];

/** What the messages say by their times alone: each stretch ends with the message that it led to. */
function worked(run: TimedRun, messages: readonly TimedMessage[], now: number): Stretch[] {
  const all: Stretch[] = [];
  const calls = new Map<string | null, TimedMessage>();
  const end = run.ended ?? now;
  const cut = (messages[0]?.seq ?? 0) > 0;
  let from = cut ? (messages[0]?.at ?? end) : run.created;
  let last: TimedMessage | undefined;
  let over = false;
  const add = (kind: StretchKind, until: number, seq: number, name: string | null, open = false) => {
    if (until > from) all.push({ kind, name, since: from, until, open, seq, ms: until - from, count: 1 });
    from = Math.max(from, until);
  };
  const ofTool = (until: number, call: TimedMessage | undefined, seq: number, open = false) =>
    add("tool", until, call?.seq ?? seq, call?.tool_name ?? null, open);
  const until = (at: number, message: TimedMessage | undefined) => {
    const seq = message?.seq ?? last?.seq ?? 0;
    const open = message === undefined && run.ended === null;
    if (over) from = Math.max(from, at);
    else if (run.program) add("program", at, seq, null, open);
    else if (message?.type === "tool_result") ofTool(at, calls.get(message.tool_call_id), seq);
    else if (calls.size > 0) ofTool(at, calls.values().next().value, seq, open);
    else if (last?.subtype === "retrying") add("retry", at, last.seq, null, open);
    else add("model", at, seq, null, open);
  };
  if (!cut) add("place", run.started ?? end, 0, null, run.started === null && run.ended === null);
  for (const message of messages) {
    // What a person writes in between is read when the model is asked next.
    if (message.role === "user" && !over) continue;
    until(message.at, message);
    over = message.role === "user" ? false : over || ends.includes(message.subtype ?? "");
    if (message.type === "tool_call") calls.set(message.tool_call_id, message);
    if (message.type === "tool_result") calls.delete(message.tool_call_id);
    last = message;
  }
  if (run.pending && run.started !== null && !over && last?.subtype !== "retrying") add("place", end, last?.seq ?? 0, null, true);
  until(end, undefined);
  return all;
}

interface Span {
  readonly since: number;
  readonly until: number;
}

/** What is left of a span without those of a row that lie apart from each other, in their order. */
function without({ since, until }: Span, taken: readonly Span[]): Span[] {
  const left: Span[] = [];
  let from = since;
  for (const each of taken) {
    if (each.until <= from) continue;
    if (each.since >= until) break;
    if (each.since > from) left.push({ since: from, until: each.since });
    from = each.until;
  }
  if (from < until) left.push({ since: from, until });
  return left;
}

/** What a run spent its time on, stretch by stretch, none of them over another. */
export function stretchesOf(run: TimedRun, messages: readonly TimedMessage[], waits: readonly TimedWait[], now: number): Stretch[] {
  const base = worked(run, messages, now);
  const end = run.ended ?? now;
  const first = base[0]?.since ?? end;
  const seqOf = new Map(messages.flatMap(({ type, tool_call_id, seq }) => (type === "tool_call" ? [[tool_call_id, seq] as const] : [])));
  const waited: Stretch[] = [];
  let taken: Span[] = [];
  for (const wait of waits) {
    const span = { since: Math.max(first, wait.since), until: Math.min(end, wait.until ?? end) };
    for (const { since, until } of without(span, taken)) {
      const open = run.ended === null && wait.until === null && until === end;
      waited.push({ ...wait, seq: seqOf.get(wait.call) ?? 0, since, until, open, ms: until - since, count: 1 });
    }
    if (span.until > span.since) taken = joined([...taken, span]);
  }
  const rest = base.flatMap((stretch) =>
    without(stretch, taken).map((span) => ({
      ...stretch,
      ...span,
      open: stretch.open && span.until === stretch.until,
      ms: span.until - span.since,
    })),
  );
  return [...waited, ...rest].toSorted((a, b) => a.since - b.since);
}

function joined(spans: readonly Span[]): Span[] {
  const all: { since: number; until: number }[] = [];
  for (const span of spans.toSorted((a, b) => a.since - b.since)) {
    const last = all.at(-1);
    if (last && span.since <= last.until) last.until = Math.max(last.until, span.until);
    else all.push({ ...span });
  }
  return all;
}

/** As many as a picture has room for: those of one kind that lie within a unit become one. */
export function inUnits(stretches: readonly Stretch[]): Stretch[] {
  const unit = ((stretches.at(-1)?.until ?? 0) - (stretches[0]?.since ?? 0)) / timeUnits;
  const all: Stretch[] = [];
  const short = new Map<StretchKind, { at: number; longest: number }>();
  for (const stretch of stretches) {
    const before = short.get(stretch.kind);
    const group = before && all[before.at];
    if (stretch.ms >= unit || stretch.open) {
      short.delete(stretch.kind);
      all.push(stretch);
    } else if (before && group && stretch.until - group.since <= unit) {
      const { name, seq } = stretch.ms > before.longest ? stretch : group;
      all[before.at] = { ...group, name, seq, until: stretch.until, ms: group.ms + stretch.ms, count: group.count + 1 };
      before.longest = Math.max(before.longest, stretch.ms);
    } else short.set(stretch.kind, { at: all.push(stretch) - 1, longest: stretch.ms });
  }
  return all;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** As the API tells it. */
export function timeOf(run: TimedRun, messages: readonly TimedMessage[], waits: readonly TimedWait[], now: number): RunStretch[] {
  return inUnits(stretchesOf(run, messages, waits, now)).map(({ kind, name, since, until, open, seq, ms, count }) => ({
    kind,
    name,
    started_at: iso(since),
    ended_at: open ? null : iso(until),
    ms,
    count,
    message_offset: seq,
  }));
}
