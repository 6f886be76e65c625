import { allEndpoints } from "#contract/index.ts";

const places = allEndpoints.map((endpoint) => {
  const parts = endpoint.path
    .split("/")
    .map((part) => (part === "{path}" ? ".+" : part.startsWith("{") ? "[^/]*" : part.replaceAll(".", "\\.")));
  return { endpoint, place: new RegExp(`^${parts.join("/")}$`) };
});

/** The methods that the contract has for an address. Empty: there is nothing. */
export function methodsAt(url: string): string[] {
  const methods = endpointsAt(url).map((endpoint) => endpoint.method);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])))];
}

/** Whether every operation of an address answers errors without a message: a method that it does not take is answered alike. */
export function hasBareErrors(url: string): boolean {
  const endpoints = endpointsAt(url);
  return endpoints.length > 0 && endpoints.every(({ bareErrors }) => bareErrors !== undefined);
}

function endpointsAt(url: string) {
  const path = pathOf(url);
  return places.filter(({ place }) => place.test(path)).map(({ endpoint }) => endpoint);
}

/** Addresses that need no key or session. They are few, so that a request is compared with few patterns. */
const open = places.filter(({ endpoint }) => endpoint.access.scope === "public");

/** Whether nobody has to be known for this method of this address. */
export function isPublic(method: string, url: string): boolean {
  const path = pathOf(url);
  const asked = method === "HEAD" ? "GET" : method;
  return open.some(({ endpoint, place }) => endpoint.method === asked && place.test(path));
}

function pathOf(url: string): string {
  return url.split("?")[0] ?? "";
}
