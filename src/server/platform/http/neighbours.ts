import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Config } from "#server/platform/config.ts";
import { refuse } from "./refusal.ts";

const ofProxies = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/;

/** Whether a request was made on this machine: a loopback connection, and no header that says a proxy passed it on. */
export function fromThisMachine({ raw, headers }: FastifyRequest): boolean {
  return isLoopback(raw.socket.remoteAddress ?? "") && !Object.keys(headers).some((name) => ofProxies.test(name));
}

/** Whether people reach the service on its own machine only. A public name means a proxy, and a proxy may add no header. */
export function isLocalOnly({ baseUrl }: Config): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === "localhost" || isLoopback(unbracketed(hostname));
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

/**
 * Throws for a name that is not ours. Anybody can point a name of theirs at this machine; a browser would then count their page as ours and
 * let it read every answer. An address is safe: nobody can point one somewhere else.
 */
export function refuseForeignName(host: string | undefined, config: Config): void {
  if (host === undefined) return;
  const address = `http://${host}`;
  const name = /^[^/?#@\\]+$/.test(host) && URL.canParse(address) ? withoutDot(new URL(address).hostname) : "";
  if (name === "localhost" || ipaddr.isValid(unbracketed(name))) return;
  if (name !== "" && [new URL(config.baseUrl).hostname, ...config.allowedHosts].includes(name)) return;
  throw refuse(
    "misdirected",
    `This service has another name than “${host.slice(0, 100)}”. Add the name to ALLOWED_HOSTS, or open ${config.baseUrl}.`,
  );
}

/** A write that a person's cookie or nobody's permission is enough for must come from our own pages. */
export function refuseForeignSite({ headers }: FastifyRequest, config: Config): void {
  const site = headers["sec-fetch-site"];
  if (site && site !== "same-origin" && site !== "none") throw foreignSite();
  const { origin } = headers;
  const host = origin && URL.canParse(origin) ? new URL(origin).host : undefined;
  if (origin && origin !== new URL(config.baseUrl).origin && host !== headers.host) throw foreignSite();
}

export function foreignSite() {
  return refuse("forbidden", "This request came from another site.");
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A name with its last dot is the same name. */
function withoutDot(hostname: string): string {
  return hostname.replace(/\.$/, "");
}
