import { lookup } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, fetch as undiciFetch, type RequestInit, type Response } from "undici";

/** Requests to addresses that a user chose. They reach public hosts only, follow no redirect and end after 10 seconds. */
export interface Outbound {
  /** Why this address may not be called, or undefined. Looks at the text only; names are checked again when they resolve. */
  refusal(url: string): string | undefined;
  fetch(url: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const timeoutMs = 10_000;

/** `allow`: hosts exempt from the check, as in `localhost:9000` or `hooks.internal`. */
export function createOutbound(allow: readonly string[]): Outbound {
  const exempt = (url: URL) => allow.includes(url.host) || allow.includes(url.hostname);
  const guarded = new Agent({
    connect: {
      lookup(hostname, options, callback) {
        lookup(hostname, { ...options, all: true }, (error, addresses) => {
          if (error) return callback(error, []);
          const bad = addresses.find((a) => !isPublic(a.address));
          if (bad) return callback(new Error(`${hostname} leads to ${bad.address}, which is not a public address`), []);
          return callback(null, addresses);
        });
      },
    },
  });
  const open = new Agent();

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
    refusal,
    async fetch(text, init) {
      const reason = refusal(text);
      if (reason) throw new Error(reason);
      return undiciFetch(text, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]),
        dispatcher: exempt(new URL(text)) ? open : guarded,
      });
    },
    async close() {
      await Promise.all([guarded.close(), open.close()]);
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
