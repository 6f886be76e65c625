import type { Step } from "./step.ts";

/** An element of a file, to be quoted. */
export interface BpmnElement {
  readonly elementId: string;
  /** As `bpmn:SubProcess`. */
  readonly elementType: string;
  readonly name: string | null;
  /** What an annotation says, its documentation, conditions and times. */
  readonly text: string | null;
  /** The lane that it is drawn in, of lanes within lanes the innermost one. */
  readonly role: string | null;
  /** Of a flow: what it leads from and to. */
  readonly joins: { readonly from: string; readonly to: string } | null;
}

/** What reading a BPMN file came to. Ours: the reference has no import of BPMN. */
export interface BpmnRead {
  readonly name: string | null;
  readonly description: string | null;
  /** Flows, and what has a name or a text, in the order of the file: also what no step can be. A capture is cut into these. */
  readonly elements: readonly BpmnElement[];
  /** Null where something is refused. Others can be saved: no rule of a save refuses them. */
  readonly steps: readonly Step[] | null;
  /** By what each step is drawn: its element, then the flows that leave it, then those that lead to it. Empty without steps. */
  readonly drawnBy: readonly DrawnBy[];
  /** Each element that is refused, left out or changed, in the order in which they were found. A file that we wrote has none. */
  readonly findings: readonly BpmnFinding[];
}

/** Elements by what the file calls them. One without an id is not here. */
export interface DrawnBy {
  readonly stepId: string;
  readonly element: string | null;
  readonly flows: readonly string[];
}

export interface BpmnFinding {
  /** `refused`: nothing is read because of it. `left_out`: it is not in the steps. `changed`: it is, but not as the file says it. */
  readonly kind: "refused" | "left_out" | "changed";
  readonly code: BpmnFindingCode;
  readonly message: string;
  /** As in the file. Null where the file is meant, or where it says none. */
  readonly elementId: string | null;
  readonly elementName: string | null;
  /** As `bpmn:SubProcess`. */
  readonly elementType: string | null;
}

export type BpmnFindingCode =
  // The file.
  | "too_large"
  | "too_much"
  | "not_utf8"
  | "not_well_formed"
  | "declaration"
  | "not_bpmn"
  | "no_process"
  // What is in it.
  | "unsupported"
  | "several"
  | "dangling"
  | "doubled_id"
  | "unknown"
  | "no_flow"
  | "left_out"
  | "other_tool"
  | "kind"
  | "default_flow"
  | "name"
  | "shortened"
  | "lane";
