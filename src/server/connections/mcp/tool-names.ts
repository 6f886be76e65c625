import { createHash } from "node:crypto";

/** What providers of models take as the name of a tool. */
const longest = 64;
const longestPrefix = 24;

/** What the names of a connection's tools begin with: of a kind of integration, and of the connection where a slot has several. */
export function toolPrefix(...names: readonly string[]): string {
  const words = names.map((name) =>
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_"),
  );
  const prefix = words
    .join("_")
    .replace(/^_+|_+$/g, "")
    .replace(/_{2,}/g, "_");
  return prefix === "" ? "connection" : prefix.slice(0, longestPrefix).replace(/_+$/, "");
}

/**
 * How a model calls a tool of a server: the same in every run. What a provider would not take is replaced, and told apart by a digest of the whole,
 * so that two tools never come to one name.
 */
export function toolName(prefix: string, tool: string): string {
  const name = `${prefix}__${tool.replace(/[^A-Za-z0-9_-]/g, "_")}`;
  return name === `${prefix}__${tool}` && name.length <= longest ? name : marked(name, tool);
}

/** As {@link toolName}, where the name is taken: `whose` is what tells this one apart. */
export function marked(name: string, whose: string): string {
  const mark = createHash("sha256").update(whose).digest("hex").slice(0, 8);
  return `${name.slice(0, longest - mark.length - 1)}_${mark}`;
}
