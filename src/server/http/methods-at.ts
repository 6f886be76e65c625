import { allEndpoints } from "#contract/index.ts";

const places = allEndpoints.map(({ method, path }) => {
  const parts = path.split("/").map((part) => (part === "{path}" ? ".+" : part.startsWith("{") ? "[^/]*" : part.replaceAll(".", "\\.")));
  return { method, place: new RegExp(`^${parts.join("/")}$`) };
});

/** The methods that the contract has for an address. Empty: there is nothing. */
export function methodsAt(url: string): string[] {
  const [path = ""] = url.split("?");
  return [...new Set(places.filter(({ place }) => place.test(path)).map(({ method }) => method))];
}
