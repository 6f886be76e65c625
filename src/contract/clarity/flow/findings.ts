import type { Step } from "#contract/clarity/step.ts";
import { drawnFlow } from "./drawn-flow.ts";
import { edgesBy, type FlowGraph, reachedFrom } from "./flow-graph.ts";
import { type Firing, reducedKernel } from "./kernel.ts";
import { isChoice, isEnd } from "./step-faults.ts";
import { type Fault, play } from "./token-game.ts";

/** What is wrong with a flow that can be saved. Ours: the reference has no findings. */
export interface Finding {
  readonly kind: "soundness" | "style";
  readonly code:
    | Fault["kind"]
    | "unchecked"
    | "unreached"
    | "leads_nowhere"
    | "no_end"
    | "too_many_steps"
    | "splits_without_gateway"
    | "no_label";
  readonly message: string;
  /** The steps to look at. Empty where it is about the whole. */
  readonly stepIds: readonly string[];
  /** Steps in the order in which they run until it happens, with the label of the flow that was taken. */
  readonly path?: readonly PathStep[];
}

export interface PathStep {
  readonly stepId: string;
  readonly title: string;
  /** Of the flow that a choice takes. */
  readonly label: string | null;
}

/** Past this people misread a drawing: the seventh of the process modeling guidelines. */
const readableSteps = 50;

/** Findings about what a flow does, then about how it reads. The same steps give the same list. */
export function findingsOf(steps: readonly Step[]): Finding[] {
  const flow = drawnFlow(steps);
  const out = edgesBy("from", flow);
  const reached = reachedFrom(
    flow.nodes.flatMap(({ id, starts }) => (starts ? [id] : [])),
    out,
  );
  const among = (test: (step: Step) => boolean) => steps.filter(test).map(({ id }) => id);
  const about = (kind: Finding["kind"], code: Finding["code"], stepIds: readonly string[], message: string): Finding[] =>
    stepIds.length === 0 ? [] : [{ kind, code, message, stepIds }];
  const reachable = { nodes: flow.nodes.filter(({ id }) => reached.has(id)), edges: flow.edges.filter(({ from }) => reached.has(from)) };
  return [
    ...playedFindings(reachable, steps),
    ...about(
      "soundness",
      "unreached",
      among(({ id }) => !reached.has(id)),
      "No flow from a start leads here",
    ),
    ...about(
      "soundness",
      "leads_nowhere",
      among((step) => !isEnd(step) && step.targetSteps.length === 0),
      "The flow stops here without an end",
    ),
    ...(steps.some(isEnd) ? [] : [{ kind: "soundness", code: "no_end", message: "Add an end event", stepIds: [] } as const]),
    ...(steps.length > readableSteps
      ? [
          {
            kind: "style",
            code: "too_many_steps",
            message: `${steps.length} steps are hard to read. Use at most ${readableSteps}`,
            stepIds: [],
          } as const,
        ]
      : []),
    ...about(
      "style",
      "splits_without_gateway",
      among(({ nodeType, targetSteps }) => nodeType !== "gateway" && targetSteps.length > 1),
      "Several flows leave this step. Add a gateway",
    ),
    ...about(
      "style",
      "no_label",
      among((step) => isChoice(step) && step.targetSteps.some(({ label }) => !label)),
      "Label each flow of this choice",
    ),
  ];
}

function playedFindings(flow: FlowGraph, steps: readonly Step[]): Finding[] {
  const { faults, complete } = play(reducedKernel(flow));
  const real = new Set(steps.map(({ id }) => id));
  const stepOf = (node: string) => (real.has(node) ? node : stepAfter(node, flow, real));
  const found = faults.map(({ kind, at, path }): Finding => {
    const stepIds = [...new Set(at.map(stepOf))];
    return { kind: "soundness", code: kind, message: said[kind], stepIds, path: pathOf(path, flow, steps) };
  });
  const unchecked = {
    kind: "soundness",
    code: "unchecked",
    message: "Too many branches run at once to check each order",
    stepIds: [],
  } as const;
  return complete ? found : [...found, unchecked];
}

const said = {
  stuck: "The process can stop here: a branch that is waited for does not come",
  twice: "This can run twice at once: its branches are not joined",
  endless: "From here no way leads to an end",
};

/** The step that a derived join is for. */
function stepAfter(join: string, { edges }: FlowGraph, real: ReadonlySet<string>): string {
  let at = join;
  while (!real.has(at)) {
    const next = edges.find(({ from }) => from === at);
    if (!next) return at;
    at = next.to;
  }
  return at;
}

function pathOf(path: readonly Firing[], { edges }: FlowGraph, steps: readonly Step[]): PathStep[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const labels = new Map(edges.map(({ id, label }) => [id, label]));
  return path.flatMap(({ node, to }) => {
    const step = byId.get(node);
    const taken = step && isChoice(step) ? to.flatMap((id) => labels.get(id) ?? []) : [];
    return step ? [{ stepId: node, title: step.title, label: taken.length > 0 ? taken.join(", ") : null }] : [];
  });
}

/** A path as people say it: “Receive invoice → Match? (Yes) → Pay”. */
export function pathWords(path: readonly PathStep[]): string {
  return path.map(({ title, label }) => (label === null ? title : `${title} (${label})`)).join(" → ");
}
