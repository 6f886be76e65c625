import { placeInLine, speakerOf } from "#contract/clarity/evidence-place.ts";
import { lanesOf, modeOf, type StepMode } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { plain, sentence, upTo } from "./plain-line.ts";

// What an agent is told of a proposal. Titles, descriptions and names were said or written by others: each becomes one line of prose behind a
// word of ours, so that nothing in them can be a heading, or a step of the practice model.

/** Letters of all steps together, without who said it: instructions may have more than twice as many. */
const mostLetters = 200_000;
const mostOfStep = 4_000;
const mostOfLine = 600;
const mostCited = 3;

/** The step that a part of the instructions is about. It is a line of its own, and stays one in whatever the text becomes. */
export function stepHeading(stepId: string): string {
  return `## ${inOneLine(stepId)}`;
}

/** An id as it is, in one line. */
const inOneLine = (id: string) => id.replaceAll(/[\p{Z}\p{Cc}]+/gu, " ").trim();

export interface ToldStep {
  readonly stepId: string;
  readonly heading: string;
  /** The lines below the heading. */
  readonly text: string;
  /** What the practice model does in the place of the step: it says so, or asks a person, and changes nothing. */
  readonly practice: string;
}

/** The steps that an agent does itself or asks a person for, in their order, with what it is told of each. */
export function toldSteps(steps: readonly Step[]): ToldStep[] {
  const lanes = lanesOf(steps);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const own = steps.flatMap((step) => {
    const mode = modeOf(step, lanes.get(step.id));
    return mode === "agent" || mode === "person" ? [{ step, mode }] : [];
  });
  const room = Math.min(mostOfStep, Math.floor(mostLetters / Math.max(1, own.length)));
  return own.map(({ step, mode }) => {
    const evidence = evidenceOf(step.sources);
    const body = bodyOf(step, mode, lanes.get(step.id) ?? null, byId);
    return {
      stepId: step.id,
      heading: stepHeading(step.id),
      text: [upTo(room, body), ...evidence].join("\n"),
      practice: practiceLine(upTo(200, sentence(step.title)), mode),
    };
  });
}

/** With a dash: without one, the practice model takes a line behind an open sentence for the rest of it. */
function practiceLine(title: string, mode: StepMode): string {
  return mode === "person"
    ? `- ask "${title.replaceAll('"', "”")}?" options: Done, Not done`
    : `- say ${title}: practiced. Nothing was changed.`;
}

/** A run that does not say how its case ended leaves it failed. */
const handlingCases =
  "Where you handle the cases of a queue, take one with claim_case before the first step. End it with complete_case after the last step, or with fail_case and the reason where a step cannot be done.";

/** The whole instructions of the agent of a process. `isPractice`: with a line for each step that the practice model can follow. */
export function agentInstructions(processName: string, steps: readonly Step[], isPractice = false): string {
  const lanes = lanesOf(steps);
  const outside = steps.filter((step) => modeOf(step, lanes.get(step.id)) === "outside");
  const told = toldSteps(steps);
  const parts = [
    `# GOAL\nDo your part of the process “${upTo(200, sentence(processName))}”, one case at a time. Follow the steps in the order in which they lead to each other, and ask a person where a step says so.`,
    ...(told.length > 0 ? [["# CASES", handlingCases, ...(isPractice ? ["- call claim_case {} where offered"] : [])].join("\n")] : []),
    `# YOUR STEPS\n${
      told.map(({ heading, text, practice }) => [heading, text, ...(isPractice ? [practice] : [])].join("\n")).join("\n\n") ||
      "None: people do all of it."
    }`,
    ...(outside.length > 0 ? [`# NOT YOURS\n${outside.map((step) => outsideLine(step, lanes.get(step.id) ?? null)).join("\n")}`] : []),
    ...(told.length > 0 && isPractice ? ["# AFTER THE LAST STEP\n- call complete_case {} where offered"] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function outsideLine({ title }: Step, role: string | null): string {
  return `- ${upTo(200, sentence(title))}: ${role === null ? "A person" : upTo(200, sentence(role))} does it. Leave it to them.`;
}

function bodyOf(step: Step, mode: StepMode, role: string | null, byId: ReadonlyMap<string, Step>): string {
  const { title, description, action, system, input, output, condition, exception, handling } = step;
  const what = new Set([title, action ?? description].flatMap((words) => (words ? [ended(upTo(mostOfLine * 2, sentence(words)))] : [])));
  const facts: [label: string, said: string | null][] = [
    ["Only if", condition],
    ["In", system],
    ["Needs", input],
    ["Gives", output],
    ["When this happens", exception],
    ["Then do", handling],
  ];
  return [
    [...what].join(" "),
    ...(mode === "person"
      ? [`Ask ${role === null ? "a person" : `“${upTo(200, sentence(role))}”`} for this, and continue with the answer.`]
      : []),
    ...facts.flatMap(([label, said]) => (said ? [`${label}: ${upTo(mostOfLine, sentence(said))}`] : [])),
    `Next: ${upTo(mostOfLine, waysFrom(step, byId, new Set([step.id])))}`,
  ].join("\n");
}

/** Where a step leads, through the questions on the way. */
function waysFrom({ targetSteps }: Step, byId: ReadonlyMap<string, Step>, seen: ReadonlySet<string>): string {
  const ways = targetSteps.flatMap(({ stepId, label }) => {
    const next = byId.get(stepId);
    if (!next) return [];
    const to =
      next.nodeType === "gateway" && !seen.has(stepId) && next.targetSteps.length > 1
        ? `${sentence(next.title)} (${waysFrom(next, byId, new Set([...seen, stepId]))})`
        : sentence(next.title);
    return [label ? `${sentence(label)}: ${to}` : to];
  });
  return ways.length === 0 ? "The end" : ways.join("; ");
}

const ended = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`);

/** Who said it, in which capture, and where. The quote itself stays in the process. */
function evidenceOf(sources: readonly StepSource[]): string[] {
  const cited = [
    ...new Set(
      sources.map((source) => {
        const said = upTo(120, plain(speakerOf(source)));
        const place = placeInLine(source.locator);
        return place === undefined ? said : `${said}, ${inOneLine(place)}`;
      }),
    ),
  ];
  if (cited.length === 0) return [];
  const more = cited.length - mostCited;
  return [`Evidence: ${cited.slice(0, mostCited).join("; ")}${more > 0 ? ` and ${more} more` : ""}`];
}
