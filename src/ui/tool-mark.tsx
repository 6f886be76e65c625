import { Badge } from "./badge.tsx";
import { claimOf, type ToolClaims } from "./tool-claim.ts";

/** What a server says its tool does, in a few words. */
export function ToolMark({ tool }: { tool: ToolClaims }) {
  const said = claimOf(tool);
  return said === undefined ? null : <Badge tone={tool.reads_only ? "neutral" : "waiting"}>{said}</Badge>;
}

/** Whose word a mark is; nothing where there is no mark. */
export function ToolMarkSource({ tool }: { tool: ToolClaims }) {
  return claimOf(tool) === undefined ? null : <p className="text-sm text-ink-2">Claimed by the server, not verified.</p>;
}
