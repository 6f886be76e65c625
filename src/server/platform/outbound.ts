import { lookup } from "node:dns";
import { once } from "node:events";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import type { RequestInit, Response } from "undici";

/** What goes to addresses that a user chose. It reaches public hosts only, follows no redirect and ends after 10 seconds, or as it is told. */
export interface Outbound {
  /** The hosts that are exempt from the check. */
  readonly allow: readonly string[];
  /** Whether the operator has exempted this address from the check. */
  exempts(url: string): boolean;
  /** Why this address may not be called, or undefined. Looks at the text only; names are checked again when they resolve. */
  refusal(url: string): string | undefined;
  /** `timeoutMs` bounds the whole answer, its body included. */
  fetch(url: string, init: RequestInit, timeoutMs?: number): Promise<Response>;
  /** An open connection, for what speaks for itself. Rejects where the rule or the network does. */
  connect(host: string, port: number): Promise<Socket>;
  /** Ends with the service what was started for such calls. */
  onClose(end: () => unknown): void;
  close(): Promise<void>;
}

const usualTimeoutMs = 10_000;

/** `allow`: hosts exempt from the check, as in `localhost:9000` or `hooks.internal`. */
export function createOutbound(allow: readonly string[]): Outbound {
  const exempt = (url: URL) => allow.includes(url.host) || allow.includes(url.hostname);
  const publicOnly: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find((a) => !isPublic(a.address));
      if (bad) return callback(new Error(`${hostname} leads to ${bad.address}, which is not a public address`), []);
      return callback(null, addresses);
    });
  };
  // A hundred files that nobody needs before the first call goes out.
  const load = async () => {
    const { Agent, fetch } = await import("undici");
    return { fetch, guarded: new Agent({ connect: { lookup: publicOnly } }), open: new Agent() };
  };
  let client: ReturnType<typeof load> | undefined;
  const ends: (() => unknown)[] = [];

  function refusal(text: string): string | undefined {
    if (!URL.canParse(text)) return "This is not an address.";
    const url = new URL(text);
    if (url.protocol !== "https:" && url.protocol !== "http:") return "Use https:// or http://.";
    if (url.username || url.password) return "Leave user name and password out of the address.";
    if (exempt(url)) return undefined;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !isPublic(host)) return `${host} is not a public address. The operator can allow it with OUTBOUND_ALLOW.`;
    if (host === "localhost" || host.endsWith(".localhost"))
      return "localhost is this machine. The operator can allow it with OUTBOUND_ALLOW.";
    return undefined;
  }

  return {
    allow,
    refusal,
    exempts: (text) => URL.canParse(text) && exempt(new URL(text)),
    async connect(host, port) {
      const address = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
      const reason = refusal(address);
      if (reason) throw new Error(reason);
      // With a lookup of its own Node asks for every address of a name; the one that is checked is the one that is used.
      const socket = connect({ host, port, autoSelectFamily: true, ...(!exempt(new URL(address)) && { lookup: publicOnly }) });
      await once(socket, "connect", { signal: AbortSignal.timeout(usualTimeoutMs) }).catch((error: unknown) => {
        socket.destroy();
        throw error;
      });
      return socket;
    },
    async fetch(text, init, timeoutMs = usualTimeoutMs) {
      const reason = refusal(text);
      if (reason) throw new Error(reason);
      const { fetch, guarded, open } = await (client ??= load());
      return fetch(text, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]),
        dispatcher: exempt(new URL(text)) ? open : guarded,
      });
    },
    onClose: (end) => void ends.push(end),
    async close() {
      const agents = await client;
      await Promise.all([...ends.map((end) => end()), agents?.guarded.close(), agents?.open.close()]);
    },
  };
}

function isPublic(address: string): boolean {
  try {
    return ipaddr.process(address).range() === "unicast";
  } catch {
    return false;
  }
}
