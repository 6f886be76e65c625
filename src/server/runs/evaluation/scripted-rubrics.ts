import type { ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type WrittenRubrics, rubricTool } from "./write-rubrics.ts";

/**
 * How the built-in model writes rubrics: it takes those that the instructions hold, one a line, and where there is none it writes none: how a case ended is its status.
 *
 *   rubric Names the invoice: contains "Invoice 7"
 */
function scriptedRubrics({ turns: [turn] }: ModelRequest): WrittenRubrics {
  const { agents } = JSON.parse(turn?.role === "user" ? turn.text : '{"agents":[]}') as { agents: { instructions: string }[] };
  const written = agents.flatMap(({ instructions }) => [...instructions.matchAll(/^\s*rubric\s+([^:\n]+):\s*(.+)$/gim)]);
  return {
    rubrics: written.map(([, title = "", rule = ""]) => ({ title, description: `Does the case pass this rule: ${rule}` })),
  };
}

export const practiceRubrics: PracticeRole = {
  tool: rubricTool.name,
  answer: (request) => ({ type: "call", id: "rubrics", name: rubricTool.name, arguments: scriptedRubrics(request) }),
};
