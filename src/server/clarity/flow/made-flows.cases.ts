import type { NodeSubtype, NodeType, Step, StepTarget } from "#contract/clarity/step.ts";
import { random } from "#server/testing/seed.ts";

/** A step with what a step has to have, for tests. */
export function stepOf(
  id: string,
  nodeType: NodeType,
  nodeSubtype: NodeSubtype,
  more: Partial<Omit<Step, "nodeType" | "nodeSubtype">> = {},
): Step {
  const prose = nodeType === "event" ? null : `About ${id}.`;
  const sources = nodeType === "event" ? [] : [{ attribution: "Clerk", excerpt: `I do ${id}.` }];
  const facts = { action: null, role: null, system: null, input: null, output: null, exception: null, handling: null };
  const read = { assumptions: null, openQuestions: null, confidence: "medium", description: prose, rationale: prose, sources };
  const condition = nodeType === "gateway" ? `Is ${id} so?` : null;
  return { id, title: id, targetSteps: [], ...facts, ...read, condition, ...more, nodeType, nodeSubtype } as Step;
}

export const to = (stepId: string, label: string | null = null, isDefault = false): StepTarget => ({ stepId, label, isDefault });

/** Steps from lines such as `a task user > b`, `g gateway exclusive > b yes, c *`: a star marks the default. */
export function stepsOf(...lines: string[]): Step[] {
  return lines.map((line) => {
    const [head = "", targets = ""] = line.split(">").map((part) => part.trim());
    const [id = "", type = "task", subtype = "user", ...role] = head.split(" ");
    const targetSteps = targets.split(",").flatMap((each) => {
      const [stepId, ...label] = each.trim().split(" ");
      const isDefault = label.at(-1) === "*";
      return stepId ? [to(stepId, (isDefault ? label.slice(0, -1) : label).join(" ") || null, isDefault)] : [];
    });
    return stepOf(id, type as NodeType, subtype as NodeSubtype, { targetSteps, role: role.join(" ") || null });
  });
}

const roles = ["Clerk", "Owner", "the service", "Treasury", null];
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

/** A sound flow made of blocks: one after the other, choices, branches at once, some of several, loops. About `size` steps. */
export function soundFlow(size: number): Step[] {
  const steps: Step[] = [];
  const add = (type: NodeType, subtype: NodeSubtype) => {
    const step = stepOf(`s${steps.length}`, type, subtype, { role: pick(roles) });
    steps.push(step);
    return step;
  };
  /** Adds steps that `from` lead to; answers those that lead on. Each entry of `from` is a flow whose target is not known yet. */
  const lead = (from: Exit[], step: Step) => {
    for (const exit of from) exit.step.targetSteps.push(to(step.id, exit.label, exit.isDefault));
    return step;
  };
  const task = (from: Exit[]): Exit[] => [exitOf(lead(from, add("task", pick(["user", "service", "manual", "send"]))))];
  const block = (from: Exit[], depth: number): Exit[] => {
    const kind = depth > 3 || steps.length > size ? "task" : pick(["task", "task", "choice", "choice", "all", "some", "loop"]);
    if (kind === "task") return task(from);
    if (kind === "loop") {
      const at = steps.length;
      const body = line(from, depth + 1);
      const again = lead(body, add("gateway", "exclusive"));
      again.targetSteps.push(to(steps[at]?.id ?? "", "Again"));
      return [exitOf(again, "Otherwise", true)];
    }
    const split = lead(from, add("gateway", kind === "choice" ? "exclusive" : kind === "all" ? "parallel" : "inclusive"));
    const ways = Array.from({ length: 2 + Math.floor(random() * 2) }, (_, i) =>
      exitOf(split, kind === "all" ? null : `way ${i}`, kind !== "all" && i === 0),
    );
    const open = kind === "all" ? -1 : Math.floor(random() * 4);
    // Flows of the split keep the order of its ways, as their targets are added one branch after the other.
    const ends = ways.flatMap((way, i) => (i === open && i === ways.length - 1 ? [way] : line([way], depth + 1)));
    return kind === "all" ? [exitOf(lead(ends, add("gateway", "parallel")))] : ends;
  };
  const line = (from: Exit[], depth: number): Exit[] => {
    let at = from;
    for (let n = 1 + Math.floor(random() * 3); n > 0; n--) at = block(at, depth);
    return at;
  };
  let at = [exitOf(add("event", "start"))];
  while (steps.length < size) at = block(at, 0);
  lead(at, add("event", "end"));
  return steps;
}

interface Exit {
  readonly step: Step;
  readonly label: string | null;
  readonly isDefault: boolean;
}
const exitOf = (step: Step, label: string | null = null, isDefault = false): Exit => ({ step, label, isDefault });

/** The flow with one mistake: a gateway of another type, or a flow that leads somewhere else. */
export function mutant(steps: readonly Step[]): Step[] {
  const copy = structuredClone(steps) as Step[];
  const gateways = copy.filter(({ nodeType }) => nodeType === "gateway");
  const gateway = gateways.length > 0 && random() < 0.6 ? pick(gateways) : undefined;
  if (gateway) {
    const type = gateway as { nodeSubtype: NodeSubtype };
    type.nodeSubtype = pick((["exclusive", "parallel", "inclusive"] as const).filter((each) => each !== type.nodeSubtype));
    return copy;
  }
  const target = pick(copy.flatMap(({ targetSteps }) => targetSteps));
  (target as { stepId: string }).stepId = pick(copy.slice(1)).id;
  return copy;
}
