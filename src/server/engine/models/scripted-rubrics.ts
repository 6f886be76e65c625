import type { WrittenRubrics } from "#server/runs/evaluation/write-rubrics.ts";
import type { ModelRequest } from "./port.ts";

/**
 * How the built-in model writes rubrics: it takes those that the instructions hold, one a line, and where there is none it asks for a good end.
 *
 *   rubric Names the invoice: contains "Invoice 7"
 */
export function scriptedRubrics({ turns: [turn] }: ModelRequest): WrittenRubrics {
  const { agents } = JSON.parse(turn?.role === "user" ? turn.text : '{"agents":[]}') as { agents: { instructions: string }[] };
  const written = agents.flatMap(({ instructions }) => [...instructions.matchAll(/^\s*rubric\s+([^:\n]+):\s*(.+)$/gim)]);
  if (written.length === 0) return { rubrics: [goodEnd] };
  return {
    rubrics: written.map(([, title = "", rule = ""]) => ({ title, description: `Does the case pass this rule: ${rule}` })),
  };
}

const goodEnd = { title: "Completed successfully", description: 'Is the case completed: ends as "completed"?' };
