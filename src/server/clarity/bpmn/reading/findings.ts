import type { ModdleElement } from "bpmn-moddle";
import type { BpmnFinding, BpmnFindingCode } from "#contract/clarity/bpmn-read.ts";

type Kind = BpmnFinding["kind"];

/** Collects what is found in a file, in the order in which it is read. */
export interface Findings {
  refuse(code: BpmnFindingCode, message: string, element?: ModdleElement): void;
  leaveOut(message: string, element?: ModdleElement, code?: BpmnFindingCode): void;
  /** Names of what other tools have put into an element: they are told once for the file. */
  ofOthers(names: readonly string[], element: ModdleElement): void;
  change(code: BpmnFindingCode, message: string, element: ModdleElement): void;
  refused(): readonly BpmnFinding[];
  all(): readonly BpmnFinding[];
}

/** Of what is refused, and of the rest. */
const mostTold = 500;

export function findings(): Findings {
  const all: BpmnFinding[] = [];
  const others = new Map<string, Set<ModdleElement>>();
  const finding = (kind: Kind, code: BpmnFindingCode, message: string, element?: ModdleElement): BpmnFinding => ({
    kind,
    code,
    message,
    elementId: element?.id ?? null,
    elementName: element ? nameOf(element) : null,
    elementType: element?.$type ?? null,
  });
  const refused = () => all.filter(({ kind }) => kind === "refused");
  return {
    refused,
    refuse: (code, message, element) => void all.push(finding("refused", code, message, element)),
    leaveOut: (message, element, code: BpmnFindingCode = "left_out") => void all.push(finding("left_out", code, message, element)),
    change: (code, message, element) => void all.push(finding("changed", code, message, element)),
    ofOthers(names, element) {
      for (const name of new Set(names)) others.set(name, (others.get(name) ?? new Set()).add(element));
    },
    all() {
      const told = [...others].map(([name, elements]) => {
        const [first, second] = elements;
        const where = second ? ` from ${elements.size} elements` : "";
        return finding("left_out", "other_tool", `Left out${where}, of another tool: ${cut(name, 200)}`, second ? undefined : first);
      });
      const rest = [...all.filter(({ kind }) => kind !== "refused"), ...told];
      const [shown, more] = [new Set([...refused().slice(0, mostTold), ...rest.slice(0, mostTold)]), all.length + told.length];
      const kept = [...all, ...told].filter((each) => shown.has(each));
      return kept.length === more
        ? kept
        : [...kept, finding("left_out", "left_out", `${(more - kept.length).toLocaleString("en")} more findings are not listed`)];
    },
  };
}

/** Of an annotation: its text. */
function nameOf({ name, text }: ModdleElement): string | null {
  const shown = typeof name === "string" ? name : typeof text === "string" ? text : "";
  return shown.trim() === "" ? null : cut(onOneLine(shown), 200);
}

export const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** At most so many letters, the last one an ellipsis where there were more. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

export const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? "An" : "A"} ${words}`;
