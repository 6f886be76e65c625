/** Steps that instructions can name; more of them are not read. As many as a process of clarity has. */
const maxStepHeadings = 300;

const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?\s*$/;
const fence = /^ {0,3}(?:```|~~~)/;
// Words joined as in `step-check-invoice`, `step:ask` or `Activity_1x`. “Follow-up” is how people write a title.
const id = /^[\p{L}_][\p{L}\p{N}]*(?:[-_:.]+[\p{L}\p{N}]+)+$/u;

/** Whether a heading names a step of a process, and is no title of a section. */
function isStepId(text: string): boolean {
  return text.length <= 200 && id.test(text) && (/[_:]/.test(text) || /^\p{Ll}/u.test(text));
}

/**
 * The lines of instructions, each with the step that it is about: the id that the last heading of level 2 names. A heading of this or a higher level
 * that names none ends it, and so a line of another section has none. What stands in a block of code is no heading.
 */
export function linesByStep(instructions: string): { line: string; stepId: string | undefined; isHeading: boolean }[] {
  let stepId: string | undefined;
  let isCode = false;
  return instructions.split("\n").map((line) => {
    if (fence.test(line)) isCode = !isCode;
    const [, level = "", title = ""] = (isCode ? undefined : heading.exec(line)) ?? [];
    const names = level.length === 2 && isStepId(title);
    if (level !== "" && level.length <= 2) stepId = names ? title : undefined;
    return { line, stepId, isHeading: names };
  });
}

/** The steps that instructions name in headings of level 2, each once, in their order: runs say at which of them they are. */
export function stepHeadings(instructions: string): string[] {
  const named = linesByStep(instructions).flatMap(({ stepId, isHeading }) => (isHeading && stepId !== undefined ? [stepId] : []));
  return [...new Set(named)].slice(0, maxStepHeadings);
}
