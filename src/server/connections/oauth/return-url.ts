import type { Config } from "#server/platform/config.ts";
import { invalid } from "#server/platform/http/refusal.ts";

/**
 * Where a browser goes in the end: a path of the console, or an address of this service by one of its names. Parsed parts are compared, for a text
 * that only looks like one of ours leads anywhere. Another port is another service, and the console takes a path with two slashes for a host. Throws 400.
 */
export function returnUrl({ baseUrl, allowedHosts }: Pick<Config, "baseUrl" | "allowedHosts">, given: string | undefined): string | null {
  if (given === undefined) return null;
  const base = new URL(baseUrl);
  const url = URL.canParse(given, baseUrl) ? new URL(given, baseUrl) : undefined;
  const ours = url?.protocol === base.protocol && url.port === base.port && [base.hostname, ...allowedHosts].includes(url.hostname);
  if (!ours || url.username !== "" || url.password !== "" || url.pathname.startsWith("//"))
    throw invalid(["return_url"], "Use a path of this console, such as /profile, or an address of this service");
  return url.href;
}
