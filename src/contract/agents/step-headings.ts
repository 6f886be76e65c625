/** Steps that instructions can name; more of them are not read. As many as a process of clarity has. */
const maxStepHeadings = 300;

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?\s*$/;
const fence = /^ {0,3}(?:```|~~~)/;
// Words joined as in `step-check-invoice`, `step:ask` or `Activity_1x`. “Follow-up” is how people write a title.
const id = /^[\p{L}_][\p{L}\p{N}]*(?:[-_:.]+[\p{L}\p{N}]+)+$/u;

/** Whether a heading names a step of a process, and is no title of a section. */
function isStepId(text: string): boolean {
  return id.test(text) && (/[_:]/.test(text) || /^\p{Ll}/u.test(text));
}

/**
 * The lines of instructions, each with the step that it is about: the id that the last heading of level 2 names. Below a heading “Your steps” of level 1
 * each of them names one, elsewhere only what reads as an id. A heading of these levels that names none ends the step before. What stands in a block of
 * code is no heading.
 */
export function linesByStep(instructions: string): { line: string; stepId: string | undefined; isHeading: boolean }[] {
  let stepId: string | undefined;
  let [isCode, isList] = [false, false];
  return instructions.split("\n").map((line) => {
    if (fence.test(line)) isCode = !isCode;
    const [, level = "", title = ""] = (isCode ? undefined : heading.exec(line)) ?? [];
    if (level === "#") isList = /^your steps:?$/i.test(title);
    const isHeading = level === "##" && title !== "" && title.length <= 200 && (isList || isStepId(title));
    if (level === "#" || level === "##") stepId = isHeading ? title : undefined;
    return { line, stepId, isHeading };
  });
}

/** The steps that instructions name in headings of level 2, each once, in their order: runs say at which of them they are. */
export function stepHeadings(instructions: string): string[] {
  const named = linesByStep(instructions).flatMap(({ stepId, isHeading }) => (isHeading && stepId !== undefined ? [stepId] : []));
  return [...new Set(named)].slice(0, maxStepHeadings);
}
