import type { BpmnElement, BpmnFinding, BpmnFindingCode } from "#contract/clarity/bpmn-read.ts";
import type { Issue } from "#contract/errors.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import { cut } from "#server/clarity/bpmn/reading/findings.ts";
import { readBpmn } from "#server/clarity/bpmn/reading/read-bpmn.ts";
import type { StoredFinding } from "#server/clarity/processes/processes.table.ts";
import { CaptureUnreadable, type ReadCapture, type Unit } from "./read-capture.ts";
import { linesOf, maxLetters, maxUnits, readable, tooLong } from "./text-document.ts";

/** What makes a file no evidence. What only steps cannot hold can be cited all the same. */
const unusable: ReadonlySet<BpmnFindingCode> = new Set([
  "too_large",
  "not_utf8",
  "not_well_formed",
  "declaration",
  "not_bpmn",
  "dangling",
  "doubled_id",
  "unknown",
]);

/** A process map in BPMN 2.0, cut into its elements. Each finding about an element that no step can hold comes with it. */
export async function readProcessMap(file: Uint8Array): Promise<ReadCapture> {
  const { elements, findings } = await readBpmn(file);
  const wrong = findings.filter(({ kind, code }) => kind === "refused" && (unusable.has(code) || elements.length === 0));
  if (wrong.length > 0) throw new CaptureUnreadable(reasonOf(wrong), issuesOf(wrong));
  const units = elements.flatMap(unitsOf);
  if (units.length === 0) throw new CaptureUnreadable("This file has no element with a name or a text.");
  const message = units.map(({ text }) => text).join("\n");
  if (units.length > maxUnits || message.length > maxLetters) throw new CaptureUnreadable(tooLong);
  // An element has several units, of which the first one is its place.
  const ordinals = new Map(units.map(({ element }, ordinal) => [element, ordinal] as const).toReversed());
  return {
    transcript: [{ source: "user", message }],
    videoTranscript: null,
    places: null,
    units: units.map(({ element: _, ...unit }) => unit),
    findings: findings.filter(({ kind }) => kind !== "changed").map((finding) => stored(finding, ordinals)),
  };
}

/** Of a name as a place has it, in characters. */
const longestName = 2_000;

interface ElementUnit extends Unit {
  readonly element: string;
}

/** A flow says what it joins, any other element its name with its lane; what it is documented by follows line by line. */
function unitsOf({ elementId, elementType, name, text, role, joins }: BpmnElement): ElementUnit[] {
  const called = readable(name ?? "").trim();
  const locator = { type: "bpmn_element", elementId, elementType, ...(called !== "" && { name: cut(called, longestName) }) } as const;
  const first = joins
    ? `${joins.from} → ${joins.to}${called === "" ? "" : `: ${called}`}`
    : [role ?? "", called].filter((each) => each !== "").join(": ");
  const lines = [...linesOf(called === "" && !joins ? "" : readable(first)), ...linesOf(readable(text ?? ""))];
  return lines.map((line) => ({ element: elementId, locator, text: line, person: null }));
}

function stored({ message, elementId, elementName, elementType }: BpmnFinding, ordinals: ReadonlyMap<string, number>): StoredFinding {
  const ordinal = elementId === null ? null : (ordinals.get(elementId) ?? null);
  const name = elementName && withoutUnseen(elementName);
  return { message: withoutUnseen(message), element_id: elementId, element_name: name, element_type: elementType, ordinal };
}

function reasonOf(wrong: readonly BpmnFinding[]): string {
  const [first, ...others] = wrong.map(sentenceOf);
  return others.length === 0 ? `${first}.` : `${first}, and ${others.length} more.`;
}

function issuesOf(wrong: readonly BpmnFinding[]): Issue[] {
  return wrong.map((finding) => ({ path: placeOf(finding), message: sentenceOf(finding) }));
}

function sentenceOf(finding: BpmnFinding): string {
  const name = finding.elementName === null ? "" : ` “${finding.elementName}”`;
  return withoutUnseen([...placeOf(finding).map((place) => `${place}${name}`), finding.message].join(": "));
}

/** What the file calls an element; of one without an id its kind. None where the whole file is meant. */
function placeOf({ elementId, elementType }: BpmnFinding): string[] {
  const place = elementId ?? elementType;
  return place === null ? [] : [place];
}
