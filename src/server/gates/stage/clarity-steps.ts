import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";

const shared = {
  action: null,
  role: null,
  system: null,
  input: null,
  output: null,
  exception: null,
  handling: null,
  assumptions: null,
  openQuestions: null,
  confidence: "medium",
  condition: null,
} as const;
export const leadsTo = (stepId: string) => [{ stepId, label: null, isDefault: false }];
const event = { ...shared, nodeType: "event" as const, description: null, rationale: null, sources: [] };
const answered: StepSource = { attribution: "Clerk", excerpt: "I check it.", locator: { type: "manual" }, resolutionStatus: "manual" };

/** A start, a task of a clerk, and an end. */
export const checking = (source: StepSource = answered): Step[] => [
  { ...event, id: "start", title: "Start", nodeSubtype: "start", targetSteps: leadsTo("check") },
  {
    ...shared,
    id: "check",
    title: "Check the invoice",
    role: "Clerk",
    system: "Ledger",
    nodeType: "task",
    nodeSubtype: "user",
    description: "The clerk compares the invoice with the order.",
    rationale: "Only what was ordered is paid.",
    sources: [source],
    targetSteps: leadsTo("paid"),
  },
  { ...event, id: "paid", title: "Paid", nodeSubtype: "end", targetSteps: [] },
];

/** Steps of each kind with everything that a step can say, and sources of each kind that rest on one unit. */
export function wordySteps(captureId: string): Step[] {
  const evidenceId = `${captureId}:0`;
  const cited = { attribution: "Clerk", excerpt: "check invoice", captureId, evidenceId, sourceConfidence: "medium" } as const;
  const locators: StepSource["locator"][] = [
    { type: "transcript_message", messageIndex: 0, timestampMs: 1 },
    { type: "document_text_range", startOffset: 0, endOffset: 5, pageNumber: 1, startLine: 1, endLine: 1 },
    { type: "bpmn_element", elementId: "task_1", elementType: "bpmn:UserTask", name: "Check" },
    { type: "screenshare_frame", timestampMs: 1 },
    { type: "manual" },
    { type: "unresolved", reason: "Not found" },
  ];
  const sources = locators.map((locator) => ({ ...cited, locator, resolutionStatus: "resolved" as const }));
  const said = {
    action: "Compares both",
    role: "Clerk",
    system: "Ledger",
    input: "Invoice",
    output: "Checked invoice",
    exception: "It differs",
    handling: "Ask the supplier",
    assumptions: ["Both are there"],
    openQuestions: ["Who checks at night?"],
    confidence: "medium" as const,
    description: "The clerk compares the invoice with the order.",
    rationale: "Only what was ordered is paid.",
    extraCaptureNeeded: { id: captureId, gap: "Nobody shows it", proposal: "Show one" },
    readiness: "medium" as const,
    readinessRationale: "One system",
    sources,
  };
  const flow = (stepId: string, label: string, isDefault = false) => ({ stepId, label, isDefault });
  const condition = "It is invoiced";
  return [
    { ...said, id: "start", title: "Start", nodeType: "event", nodeSubtype: "start", condition, targetSteps: [flow("check", "next")] },
    { ...said, id: "check", title: "Check", nodeType: "task", nodeSubtype: "user", condition, targetSteps: [flow("right", "next")] },
    {
      ...said,
      id: "right",
      title: "Is it right?",
      nodeType: "gateway",
      nodeSubtype: "exclusive",
      condition,
      targetSteps: [flow("paid", "Yes", true), flow("check", "No")],
    },
    { ...event, id: "paid", title: "Paid", nodeSubtype: "end", targetSteps: [] },
  ];
}
