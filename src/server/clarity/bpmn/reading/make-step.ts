import type { ModdleElement } from "bpmn-moddle";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { isVisible } from "#contract/fields.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { Step, type StepTarget } from "#contract/clarity/step.ts";
import type { Kind } from "#server/clarity/bpmn/element-types.ts";
import { restored } from "#server/clarity/bpmn/kept.ts";
import { cut, type Findings, onOneLine } from "./findings.ts";
import { documentationOf, extensionsOf } from "./leftovers.ts";

/** Whom steps of a file are quoted from. */
export interface FileSource {
  readonly attribution: string;
  readonly captureId?: string;
}

type Kept = Readonly<Record<string, unknown>>;

/** What was kept of a step or a flow by us. */
export function keptIn(element: ModdleElement, type: "Step" | "Flow", found: Findings): Kept | undefined {
  const own = extensionsOf(element).find(({ $type }) => $type === `caseload:${type}`);
  if (!own) return undefined;
  try {
    const kept: unknown = JSON.parse(typeof own.body === "string" ? own.body : "");
    if (typeof kept === "object" && kept !== null && !Array.isArray(kept)) return kept as Kept;
  } catch {
    // Told below.
  }
  found.leaveOut("What Caseload has kept in it is damaged", element, "other_tool");
  return undefined;
}

const fields = [
  "action",
  "role",
  "system",
  "input",
  "output",
  "exception",
  "handling",
  "assumptions",
  "openQuestions",
  "confidence",
  "rationale",
  "sources",
  "condition",
  "extraCaptureNeeded",
  "readiness",
  "readinessRationale",
] as const;

/** An event says less than other steps have to. What became one of those in another tool gets the rest from the file. */
function says(kept: Kept, field: (typeof fields)[number], nodeType: Kind["nodeType"]): boolean {
  const value = kept[field];
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  const isNeeded = field === "rationale" || field === "sources" || (field === "condition" && nodeType === "gateway");
  return Object.hasOwn(kept, field) && !(isEmpty && isNeeded && nodeType !== "event");
}

interface Read {
  readonly element: ModdleElement;
  readonly kind: Kind;
  readonly id: string;
  readonly kept: Kept | undefined;
  readonly role: string | null;
  readonly targets: readonly StepTarget[];
  /** What its flows are taken by, beyond their labels. */
  readonly conditions: readonly string[];
  readonly source: FileSource;
}

/** A step as the file says it, with what was kept of it. Refuses what no step can be. */
export function makeStep(read: Read, found: Findings): Step | undefined {
  const { element, kept } = read;
  const plain = fromFile(read, found);
  if (kept) {
    const own = Object.fromEntries(fields.flatMap((field) => (says(kept, field, plain.nodeType) ? [[field, kept[field]]] : [])));
    const whole = Step.safeParse({
      ...plain,
      ...own,
      title: restored(element.name ?? null, kept.title) ?? plain.title,
      description: restored(documentationOf(element), kept.description) ?? plain.description,
    });
    if (whole.success) return whole.data;
    found.leaveOut("What Caseload has kept in it is not that of such a step", element, "other_tool");
  }
  const step = Step.safeParse(plain);
  if (step.success) return step.data;
  const [issue] = step.error.issues;
  found.refuse("no_flow", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "no step"}`, element);
  return undefined;
}

function fromFile({ element, kind, id, kept, role, targets, conditions, source }: Read, found: Findings) {
  const { nodeType, nodeSubtype } = kind;
  const shown = onOneLine(element.name ?? "");
  const isNamed = isVisible(shown);
  const title = isNamed ? shown : titleFor(kind);
  const documentation = documentationOf(element);
  if (!kept && !isNamed && (nodeType === "task" || (nodeType === "gateway" && nodeSubtype !== "parallel")))
    found.change("name", `It has no name and is called “${title}”`, element);
  const words = documentation && cut(documentation, 10_000);
  const condition = [...(isNamed ? [shown] : []), ...conditions].join("\n");
  for (const [what, text, most] of [
    ["name", title, 200] as const,
    ["documentation", documentation ?? "", 10_000] as const,
    ["conditions", condition, 2_000] as const,
  ])
    if (text.length > most && (what !== "conditions" || nodeType === "gateway"))
      found.change("shortened", `Its ${what} is longer than ${most.toLocaleString("en")} characters and is cut`, element);
  const isEvent = nodeType === "event";
  return {
    id,
    nodeType,
    nodeSubtype,
    title: cut(title, 200),
    targetSteps: targets,
    role,
    ...nothing,
    confidence: "medium",
    description: words ?? (isEvent ? null : "The file does not describe this"),
    rationale: isEvent ? null : "Drawn so in the file",
    condition: nodeType === "gateway" ? cut(condition, 2_000) || "unknown" : null,
    sources: isEvent && !isNamed ? [] : [quoteOf(element, cut(isNamed ? shown : wordsOf(element.$type), 2_000), source)],
  };
}

const nothing = {
  action: null,
  system: null,
  input: null,
  output: null,
  exception: null,
  handling: null,
  assumptions: null,
  openQuestions: null,
};

function quoteOf(element: ModdleElement, excerpt: string, { attribution, captureId }: FileSource): StepSource {
  const { id, $type: elementType } = element;
  const locator = {
    type: "bpmn_element",
    elementId: id ?? "",
    elementType,
    ...(element.name && { name: cut(element.name, 2_000) }),
  } as const;
  return {
    attribution,
    excerpt,
    ...(captureId !== undefined && { captureId }),
    ...(id !== undefined && id !== "" && id.length <= 500 && { locator }),
  };
}

function titleFor({ nodeType, nodeSubtype }: Kind): string {
  const words = wordsOf(nodeSubtype);
  const first = words.charAt(0).toUpperCase() + words.slice(1);
  return nodeType === "event" ? first : `${first} ${nodeType}`;
}
