import type { Query, QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "#contract/runs/live.ts";
import { idIn, isTopic, liveTopics, type Topic } from "#contract/topics.ts";
import { openStream, type StreamState } from "./event-stream.ts";
import { followPause } from "./quota.ts";
import { type Key, readAgain } from "./stale.ts";

interface Line {
  /** Of the line that all tabs of the browser share. */
  readonly name: string;
  /** Where the line is, told from so many milliseconds ago on. */
  readonly url: (sinceMs: number) => string;
  readonly onStatus: (status: StreamState) => void;
  /** At most four times a second. */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  /** Asked before each connection: whether the person may still listen, as far as this tab knows. */
  readonly goesOn?: () => Promise<boolean>;
}

/** `hello` asks the tab that holds the line what was told since `sinceMs` ago; `welcome` is its answer to one tab, once the line is live. */
type ChannelMessage =
  | { kind: "event"; event: LiveEvent }
  | { kind: "status"; status: StreamState }
  | { kind: "hello"; tab: string; sinceMs: number }
  | { kind: "welcome"; tab: string; events: readonly LiveEvent[] };

/** Milliseconds between two reads for a topic: work on a busy queue would take the whole quota of who looks on. */
const pauses: Partial<Record<Topic, number>> = { queue: 2000, case: 2000, team_job: 1000, case_job: 1000 };
/** The same for a read that shows little of a topic: of runs, a list of agents and a week have but what came of them. */
const ownPauses: Readonly<Record<string, Partial<Record<Topic, number>> | undefined>> = {
  listAgents: { run: 5000 },
  getTeamScheduleWeek: { run: 5000 },
};

const pauseOf = (topic: Topic, read?: string) => ownPauses[read ?? ""]?.[topic] ?? pauses[topic] ?? 0;
const pausesOf = (topic: Topic) => new Set([pauseOf(topic), ...Object.keys(ownPauses).map((read) => pauseOf(topic, read))]);

/** Milliseconds that a change may be on its way to here: so much is told again after a break. */
const onTheWay = 5000;
/** The service takes no more; it remembers less. */
const longestSince = 86_400_000;
/** What the tab with the line remembers for tabs that open. */
const remembered = { milliseconds: 60_000, events: 1000 };

/** Up to when a line was heard in this tab, on the page's own clock. Nothing on the page is older than the page. */
const heardAt = new Map<string, number>();

/**
 * Keeps the reads of a team fresh until `signal` aborts. One tab of the browser holds the line and tells the others. What changed between
 * a read and the opening of the line, or while it was down, is told first.
 */
export function followTeam(client: QueryClient, signal: AbortSignal, { name, url, onStatus, onEvents, goesOn }: Line): void {
  const channel = new BroadcastChannel(name);
  const arrive = coalesce(client, signal, onEvents);
  const tell = (message: ChannelMessage) => channel.postMessage(message);
  const tab = Math.random().toString(36).slice(2);
  const heard = () => heardAt.set(name, performance.now());
  const sinceMs = () => Math.min(longestSince, Math.ceil(performance.now() - (heardAt.get(name) ?? 0) + onTheWay));
  let leading: Recent | undefined;
  let welcomed = false;
  const early = new Set<string>();
  let status: StreamState = "connecting";

  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === "hello") {
      if (leading && status === "live") tell({ kind: "welcome", tab: data.tab, events: leading.since(data.sinceMs) });
      else if (leading) tell({ kind: "status", status });
    } else if (data.kind === "welcome") {
      if (data.tab !== tab || welcomed) return;
      welcomed = true;
      onStatus("live");
      for (const event of data.events) if (!early.has(keyOf(event))) arrive(event);
    } else if (data.kind === "event") {
      if (welcomed) heard();
      else early.add(keyOf(data.event));
      arrive(data.event);
    } else if (data.status === "live" && !welcomed) hello();
    else onStatus(data.status);
  };
  const hello = () => tell({ kind: "hello", tab, sinceMs: sinceMs() });
  hello();
  signal.addEventListener("abort", () => channel.close());

  const lead = async () => {
    welcomed = true;
    let askedAt = 0;
    const recent = (leading = new Recent());
    const happened = (event: LiveEvent) => {
      recent.add(event);
      arrive(event);
      tell({ kind: "event", event });
    };
    const asks = () => {
      askedAt = performance.now();
      const since = sinceMs();
      recent.heardFrom(askedAt - since);
      return url(since);
    };
    await openStream(asks, signal, {
      onState: (state) => {
        status = state;
        onStatus(state);
        tell({ kind: "status", status: state });
        // It was on its way for longer than was asked to be told again.
        if (state === "live" && performance.now() - askedAt > onTheWay) for (const event of anything()) happened(event);
      },
      onHeard: heard,
      goesOn,
      onData: (data) => {
        const event = data as LiveEvent;
        if (isTopic(event.topic)) happened(event);
      },
    });
  };
  navigator.locks.request(name, { signal }, lead).catch(() => undefined);
}

/** What the line told of late. */
class Recent {
  #told: { at: number; event: LiveEvent }[] = [];
  #from = Number.POSITIVE_INFINITY;

  /** All that changed since then is told from now on; before the line was open nothing is known. */
  heardFrom(at: number): void {
    this.#from = Math.min(this.#from, at);
  }

  add(event: LiveEvent): void {
    const at = performance.now();
    this.#told.push({ at, event });
    if (this.#told.length < 2 * remembered.events) return;
    this.#told = this.#told.filter((one) => one.at > at - remembered.milliseconds).slice(-remembered.events);
    this.#from = this.#told[0]?.at ?? at;
  }

  since(milliseconds: number): readonly LiveEvent[] {
    const from = performance.now() - milliseconds;
    if (from < this.#from) return anything();
    return this.#told.filter(({ at }) => at >= from).map(({ event }) => event);
  }
}

function keyOf({ topic, id, version }: LiveEvent): string {
  return `${version} ${topic} ${id}`;
}

/** Nobody knows what changed. */
function anything(): LiveEvent[] {
  return liveTopics().map((topic) => ({ topic, id: "*", version: 0 }));
}

function coalesce(client: QueryClient, signal: AbortSignal, onEvents: Line["onEvents"]): (event: LiveEvent) => void {
  let arrived: LiveEvent[] = [];
  /** What waits for the reads that have this pause. */
  let resting: { readonly event: LiveEvent; readonly pause: number }[] = [];
  const readAt = new Map<string, number>();
  let roundAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const flush = () => {
    timer = undefined;
    const now = performance.now();
    const all = [...resting, ...arrived.flatMap((event) => [...pausesOf(event.topic)].map((pause) => ({ event, pause })))];
    const slot = ({ event: { topic }, pause }: (typeof all)[number]) => `${topic} ${pause}`;
    const allRest = now < roundAt + followPause();
    const rests = (one: (typeof all)[number]) => allRest || now < (readAt.get(slot(one)) ?? Number.NEGATIVE_INFINITY) + one.pause;
    const due = all.filter((one) => !rests(one));
    resting = all.filter(rests);
    const told = arrived;
    arrived = [];
    if (due.length > 0) roundAt = now;
    for (const one of due) readAt.set(slot(one), now);
    const isDue = (key: Key) => due.some(({ event, pause }) => pause === pauseOf(event.topic, key[1]) && concerns(event, key));
    readAgain(client, (key, query) => isLive(query) && isDue(key), { letEnd: true });
    if (told.length > 0) onEvents(told);
    if (resting.length > 0) timer = setTimeout(flush, 250);
  };
  return (event) => {
    arrived.push(event);
    timer ??= setTimeout(flush, 250);
  };
}

/** Whether the read could have changed: lists always, a single object only when the event is about it. */
function concerns({ topic, id }: LiveEvent, [reads, , input]: Key): boolean {
  if (!reads.includes(topic)) return false;
  const named = idIn(topic, input?.params);
  return named === undefined || id === "*" || named === id;
}

export function isLive(query: Query): boolean {
  return query.meta?.["live"] !== false;
}
