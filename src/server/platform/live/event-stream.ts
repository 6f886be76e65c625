import type { FastifyReply, FastifyRequest } from "fastify";
import type { LiveEvent } from "#contract/runs/live.ts";
import { streamEvents as endpoint } from "#contract/runs/live.ts";
import { atLeast } from "#contract/roles.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { isForRecipient } from "#contract/topics.ts";
import { inBackground } from "#server/platform/db/patience.ts";
import type { TeamAccess } from "#server/platform/http/access.ts";
import type { Caller, Services } from "#server/platform/http/context.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import type { Listener } from "./live-bus.ts";
import { pacing } from "./pacing.ts";

const beatMs = 15_000;
/** A reader this far behind is cut off; it connects again and fetches what it shows. */
const maxBufferedBytes = 1_048_576;
/** Open streams of one service process: each holds a socket. Nobody may take them all: a browser needs one, however many windows it has. */
const most = { person: 20, team: 500, organization: 1_000, all: 2_000 };
const openStreams = new WeakMap<Services["live"], Map<string, number>>();

/**
 * Server-sent events of one team, those of the last `sinceMs` first. A change of what the caller may do is looked at at once: a revoked key or a
 * lost membership ends the stream, another role counts from the next event on. Every beat looks too, for what nobody told.
 */
export async function streamEvents(
  services: Services,
  caller: Caller,
  team: TeamAccess,
  request: FastifyRequest,
  reply: FastifyReply,
  sinceMs: number | undefined,
): Promise<FastifyReply> {
  const leave = enter(services.live, {
    person: caller.userId,
    team: team.id,
    organization: await organizationOf(services.store, team.id),
    all: "",
  });
  reply.hijack();
  const { raw } = reply;
  // What is on the raw answer already keeps the case its name was written in.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !raw.hasHeader(name)) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  raw.write("retry: 2000\n: open\n\n");
  let seesAll = seesAllRuns(team);
  const send = (event: LiveEvent) => {
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
    else raw.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  /** What happened while nobody knew whether the caller may still learn of it. */
  let held: Parameters<Listener>[] | undefined;
  const paced = pacing(send, (isOwn) => isOwn || (held ? undefined : seesAll));
  const tell: Listener = (event, change) => {
    const isOwn = change.userId === undefined || change.userId === caller.userId;
    if (isOwn || seesAll) paced.tell(event, isOwn);
  };
  /** While the store is away the stream stays as it is. */
  const look = async (): Promise<void> => {
    const role = await services.identity.roleNow(caller, team.id).catch(() => "unknown" as const);
    if (role === "unknown") return;
    if (role === undefined || !atLeast(role, endpoint.access.role)) raw.end();
    else seesAll = seesAllRuns({ role });
  };
  let looks = 0;
  const lookAgain = async (): Promise<void> => {
    const mine = ++looks;
    const waiting = (held ??= []);
    // Where it cannot be known, nothing of others is shown.
    seesAll = false;
    await look();
    if (mine !== looks) return;
    held = undefined;
    if (!raw.writableEnded) for (const [event, change] of waiting) tell(event, change);
  };
  const hear: Listener = (event, change) => {
    if (isForRecipient(event.topic)) {
      paced.tell(event, true);
      if (event.topic === "access") void lookAgain();
    } else if (held) held.push([event, change]);
    else tell(event, change);
  };
  const unsubscribe = services.live.subscribe(team.id, hear, sinceMs, caller.userId);
  // The stream outlives the request's patience with the store.
  const beat = inBackground(() =>
    setInterval(async () => {
      await look();
      if (!raw.writableEnded) raw.write(": beat\n\n");
    }, beatMs),
  );
  // Those who read here come back elsewhere, each a little later than the other.
  const forget = request.server.departure.onEnd(() => {
    paced.flush();
    raw.end(`retry: ${Math.round(100 + Math.random() * 400)}\n\n`);
  });
  request.raw.once("close", () => {
    leave();
    forget();
    clearInterval(beat);
    unsubscribe();
    paced.close();
  });
  return reply;
}

async function organizationOf({ pool }: Services["store"], teamId: string): Promise<string> {
  const found = await pool.query<{ organization_id: string | null }>("select organization_id from teams where id = $1", [teamId]);
  return found.rows[0]?.organization_id ?? teamId;
}

/** Takes a place in each count, or throws and takes none. Returns what gives them back. */
function enter(live: Services["live"], whose: Record<keyof typeof most, string>): () => void {
  const open = openStreams.get(live) ?? new Map<string, number>();
  openStreams.set(live, open);
  const scopes = (Object.keys(most) as (keyof typeof most)[]).map((scope) => ({ key: `${scope}:${whose[scope]}`, limit: most[scope] }));
  if (scopes.some(({ key, limit }) => (open.get(key) ?? 0) >= limit)) throw new Refusal("too_many_streams", { retryAfter: 60 });
  for (const { key } of scopes) open.set(key, (open.get(key) ?? 0) + 1);
  return () => {
    for (const { key } of scopes) {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
}
