import type { FastifyReply, FastifyRequest } from "fastify";
import { atLeast } from "#contract/roles.ts";
import { inBackground } from "#server/db/patience.ts";
import type { TeamAccess } from "./access.ts";
import type { Caller, Services } from "./context.ts";
import { refuse } from "./refusal.ts";

const beatMs = 15_000;
/** A reader this far behind is cut off; it connects again and fetches what it shows. */
const maxBufferedBytes = 1_048_576;
/** Open streams of one service process: each holds a socket. */
const maxStreams = 2_000;
const openStreams = new WeakMap<Services["live"], number>();

/** Server-sent events of one team. Access is checked again with every beat, so that a revoked key or a lost membership ends the stream. */
export function streamEvents(
  services: Services,
  caller: Caller,
  team: TeamAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const open = openStreams.get(services.live) ?? 0;
  if (open >= maxStreams) throw refuse("unavailable", "Too many live streams are open. The screens go on by polling.");
  openStreams.set(services.live, open + 1);
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
  const seesAll = atLeast(team.role, "team:manager");
  const unsubscribe = services.live.subscribe(team.id, (event, change) => {
    if (change.userId !== undefined && change.userId !== caller.userId && !seesAll) return;
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
    else raw.write(`data: ${JSON.stringify(event)}\n\n`);
  });
  // The stream outlives the request's patience with the store.
  const beat = inBackground(() =>
    setInterval(async () => {
      const allowed = await services.identity.stillAllowed(caller, team.id).catch(() => true);
      if (allowed) raw.write(": beat\n\n");
      else raw.end();
    }, beatMs),
  );
  request.raw.once("close", () => {
    openStreams.set(services.live, (openStreams.get(services.live) ?? 1) - 1);
    clearInterval(beat);
    unsubscribe();
  });
  return reply;
}
