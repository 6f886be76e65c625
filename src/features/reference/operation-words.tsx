import { capitalized } from "#ui/capitalized.ts";
import type { ReactNode } from "react";

/** `listMcpAreas` is "List MCP areas". */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/OAuth/g, "Oauth")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ")
    .map((word) => spelled[word] ?? word)
    .join(" ");
  return capitalized(words);
}
const spelled: Readonly<Record<string, string>> = { api: "API", mcp: "MCP", oauth: "OAuth", json: "JSON", url: "URL", id: "ID", ai: "AI" };

/** A text of the contract: what stands between backticks is code. */
export function Coded({ text }: { text: string }): ReactNode {
  return text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>));
}
