import type { EndpointSpec } from "#contract/endpoint.ts";
import { expected } from "#contract/expected.ts";
import { withPlainNumbers } from "#contract/exact-json.ts";
import { parseInput } from "#server/platform/http/parse.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { base64Field, type Place, placesOf, repeatField, textField } from "./input-schema.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** The request that a call of a tool stands for. */
export interface ToolRequest {
  readonly method: EndpointSpec["method"];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** Makes the request of a tool's flat input. Throws the 400 of an input from which none can be made; every other rule is the service's own. */
export function requestOf(endpoint: EndpointSpec, given: Arguments): ToolRequest {
  const places = placesOf(endpoint);
  const unknown = Object.keys(given).filter((name) => !places.has(name));
  if (unknown.length > 0)
    throw invalid([unknown[0] ?? ""], `Unknown ${unknown.length === 1 ? "field" : "fields"}: ${unknown.join(", ")}. ${taken(places)}`);
  const of = (place: Place) =>
    Object.fromEntries(Object.entries(given).filter(([name, value]) => places.get(name) === place && value !== undefined));
  const params = Object.fromEntries(Object.entries(of("params")).map(([name, value]) => [name, asText(value)]));
  // An id or a path that is none could lead to another address.
  if (endpoint.params) parseInput(endpoint.params, params, "path");
  const query = new URLSearchParams(
    Object.entries(of("query")).flatMap(([name, value]) => (value === null ? [] : [[name, asText(value)] as [string, string]])),
  ).toString();
  const repeat = given[repeatField];
  const headers: Record<string, string> =
    endpoint.creates && repeat !== undefined && repeat !== null ? { "idempotency-key": repeatKey(repeat) } : {};
  const address = { method: endpoint.method, url: `${addressOf(endpoint, params)}${query === "" ? "" : `?${query}`}` };
  if (endpoint.bytes !== undefined)
    return { ...address, headers: { ...headers, "content-type": "application/octet-stream" }, payload: bytesOf(given) };
  if (!endpoint.body) return { ...address, headers };
  return { ...address, headers: { ...headers, "content-type": "application/json" }, payload: JSON.stringify(of("body")) };
}

function taken(places: ReadonlyMap<string, Place>): string {
  return places.size === 0 ? "This tool takes no fields." : `This tool takes: ${[...places.keys()].join(", ")}.`;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(",");
  return JSON.stringify(withPlainNumbers(value)) ?? "";
}

function addressOf({ name, path }: EndpointSpec, params: Readonly<Record<string, string>>): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? "";
    return key === "path" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
  // The rules of the fields refuse `..` already: this is for a field that one day has none.
  if (new URL(url, "http://service.invalid").pathname !== url) throw invalid([name], "These values lead to another address.");
  return url;
}

function bytesOf(given: Arguments): Buffer {
  const { [textField]: text, [base64Field]: base64 } = given;
  if ((text === undefined) === (base64 === undefined)) throw invalid([textField], `Give either ${textField} or ${base64Field}.`);
  if (typeof text === "string") return Buffer.from(text);
  if (typeof base64 !== "string" || !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64))
    throw invalid([base64 === undefined ? textField : base64Field], base64 === undefined ? expected("string") : "Use base64");
  return Buffer.from(base64, "base64");
}

function repeatKey(given: unknown): string {
  if (typeof given === "string" && /^[\x21-\x7e]{1,255}$/.test(given)) return given;
  throw invalid([repeatField], "Use 1 to 255 letters, digits and signs, without spaces.");
}
