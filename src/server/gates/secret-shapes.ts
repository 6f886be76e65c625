import { isSecret, type EndpointSpec } from "#contract/endpoint.ts";

/** The link of an invite, of a team or of an interview, an API key, and a key that signs webhooks, as answers have them. */
const shapes = /\/join#[\w-]{20,}|\/c\/[\w-]{40,}|\bck_[\w-]{40,}|\bwhsec_[\w+/=-]{20,}/;

/** Whether a text has something that gives access to whoever has it. */
export function hasSecret(text: string): boolean {
  return shapes.test(text);
}

/** Whether an answer has it although the contract does not mark it. Who is not signed in yet gets a key by a device login. */
export function leaks(endpoint: EndpointSpec, text: string): boolean {
  return !isSecret(endpoint) && endpoint.access.scope !== "public" && hasSecret(text);
}
