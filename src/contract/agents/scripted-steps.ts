import type { ModelStepData } from "./config.ts";
import { linesByStep } from "./step-headings.ts";

/** The built-in model that follows written steps. */
export const scriptedModelName = "scripted";

// Sentences begin with a capital letter; steps do not. `do` begins many a line of prose, so it is a step only before a result. A line ends at
// its line feed alone.
const line = /^\s*(\d+[.)]\s+|[-*]\s+)?(call|ask|approve|say|think|fail|do(?=\s+\{\{))\b\s*(.*)$/s;
const heading = /^\s*#{1,6}\s+(.*?)\s*#*\s*$/;

type Line = ReturnType<typeof linesByStep>[number];

/**
 * The lines of instructions that the model `scripted` follows as steps, each with the step of a process that its heading names. Below a heading
 * "Steps" are all that there are. Without one, a line that continues a sentence of the line before is no step, unless it has a number or a dash.
 */
export function stepLines(text: string): { verb: string; rest: string; stepId: string | undefined }[] {
  let goesOn = false;
  return stepsSection(linesByStep(text)).flatMap(({ line: raw, stepId }) => {
    const [step, mark, verb = "", rest = ""] = line.exec(raw) ?? [];
    const isStep = step !== undefined && (mark !== undefined || !goesOn);
    goesOn = !isStep && isOpenSentence(raw);
    return isStep ? [{ verb, rest, stepId }] : [];
  });
}

/** The text of instructions, of a list of messages too. */
export function textOf(input: ModelStepData["input"]): string {
  if (typeof input === "string") return input;
  return input
    .map(({ content }) =>
      typeof content === "string" ? content : content.map((part) => (part.type === "input_text" ? part.text : "")).join("\n"),
    )
    .join("\n");
}

/** The lines below a heading "Steps" up to the next heading that names no step of a process; all lines where there is none. */
function stepsSection(lines: readonly Line[]): readonly Line[] {
  const start = lines.findIndex(({ line: raw }) => /^steps:?$/i.test(heading.exec(raw)?.[1] ?? ""));
  if (start < 0) return lines;
  const end = lines.findIndex(({ line: raw, isHeading }, at) => at > start && !isHeading && heading.test(raw));
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

/** Whether the next line may go on with this one. A rubric is a line of its own. */
function isOpenSentence(raw: string): boolean {
  return /[\w,;(-]\s*$/.test(raw) && !heading.test(raw) && !/^\s*rubric\s/i.test(raw);
}
