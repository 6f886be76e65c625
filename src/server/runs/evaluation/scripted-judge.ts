import type { ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type JudgeAnswer, verdictTool } from "./judge.ts";

/**
 * How the built-in model judges: by rules that stand in a rubric's description, all of which have to hold for what the agent said, or for
 * how it ended.
 *
 *   contains "Invoice 7"
 *   not contains "I am not sure"
 *   ends as "completed"
 *
 * One of the words critical, medium and low beside them is the severity of a failure. Without a rule it cannot tell.
 */
function scriptedVerdicts(request: ModelRequest): JudgeAnswer {
  const { status, rubrics, transcript } = readMaterial(request);
  const said = transcript.filter((line) => line.from === "agent").map((line) => line.text);
  const words = said.join("\n");
  const verdicts = rubrics.map(({ slug, description }): JudgeAnswer["verdicts"][number] => {
    const rules = [...description.matchAll(/\b(?:(not\s+)?contains|ends as)\s+"([^"]+)"/gi)].map(([rule, not, text = ""]) =>
      /^ends/i.test(rule)
        ? { kept: status === text, broken: `It ended as ${status}.` }
        : { kept: words.includes(text) === !not, broken: `The agent ${not ? "said" : "did not say"} “${text}”.` },
    );
    if (rules.length === 0) return { rubric: slug, passed: null, reason: noRule };
    const first = rules.find(({ kept }) => !kept);
    if (!first) return { rubric: slug, passed: true, reason: "The rule passed." };
    const severity = (["critical", "low"] as const).find((word) => new RegExp(`\\b${word}\\b`, "i").test(description)) ?? "medium";
    return { rubric: slug, passed: false, severity, reason: first.broken };
  });
  const failed = verdicts.filter((v) => v.passed === false).length;
  return { verdicts, final_comment: failed === 0 ? null : `${failed} of ${verdicts.length} rules failed.` };
}

const noRule =
  'The practice model checks written rules such as contains "Done" or not contains "unknown". This rubric has none. A model provider can evaluate it.';

function readMaterial(request: ModelRequest): {
  status: string;
  rubrics: { slug: string; description: string }[];
  transcript: { from: string; text: string }[];
} {
  const [turn] = request.turns;
  return JSON.parse(turn?.role === "user" ? turn.text : "{}");
}

export const practiceJudge: PracticeRole = {
  tool: verdictTool.name,
  answer: (request) => ({ type: "call", id: "verdicts", name: verdictTool.name, arguments: scriptedVerdicts(request) }),
};
