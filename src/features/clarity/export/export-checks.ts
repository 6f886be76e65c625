import { drawnFlow } from "#contract/clarity/flow/drawn-flow.ts";
import { type Finding, findingsOf, pathWords } from "#contract/clarity/flow/findings.ts";
import { laneOrder, lanesOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { asks } from "#features/clarity/step-words.ts";
import { counted } from "#ui/counted.ts";

/** What was looked at before an export. A problem keeps it from being sent. */
export interface Check {
  readonly key: string;
  readonly level: "problem" | "question" | "fine";
  readonly title: string;
  readonly reason: string;
  /** How many elements it is about. */
  readonly elements: number;
  /** The step to look at. */
  readonly stepId?: string | undefined;
  /** The model that has the name already. */
  readonly modelUrl?: string | undefined;
}

interface Known {
  readonly steps: readonly Step[];
  /** What people of the landscape are in this process; undefined where it has no place there. */
  readonly roles: readonly string[] | undefined;
  /** A former export made a model of this name in this directory. */
  readonly taken: string | undefined;
}

/** Problems first, each with its element and the reason, then what to look at, then what holds. */
export function exportChecks({ steps, roles, taken }: Known): Check[] {
  const found = findingsOf(steps);
  const faults = found.filter(({ code }) => code !== "unreached");
  const numbered = new Map(steps.map(({ id, title }, i) => [id, `${i + 1} ${title}`]));
  const checkOf =
    (finding: Finding, level: Check["level"], reason: string) =>
    (stepId: string | undefined): Check => ({
      key: `${finding.code} ${stepId ?? ""}`,
      level,
      title: stepId === undefined ? "The whole process" : (numbered.get(stepId) ?? stepId),
      reason: finding.path && finding.path.length > 0 ? `${reason}. A path to it: ${pathWords(finding.path)}` : reason,
      elements: 1,
      stepId,
    });
  const each = (finding: Finding, level: Check["level"], reason: string) =>
    (finding.stepIds.length > 0 ? finding.stepIds : [undefined]).map(checkOf(finding, level, reason));
  const problems = faults.flatMap((finding) => each(finding, "problem", finding.message));
  // A step that nothing leads to mostly follows from what leads nowhere.
  const unreached = found
    .filter(({ code }) => code === "unreached")
    .flatMap((finding) =>
      problems.length > 0
        ? each(finding, "question", "Cannot be reached. It may follow from the problem above")
        : each(finding, "problem", finding.message),
    );
  return [
    ...problems,
    ...unreached.filter(({ level }) => level === "problem"),
    ...unreached.filter(({ level }) => level === "question"),
    ...withoutRole(steps, numbered),
    ...withoutPerson(steps, roles),
    ...(taken === undefined
      ? []
      : [
          {
            key: "taken",
            level: "question",
            title: "File name is taken",
            reason: "A former export made a model of this name in this directory. Both would stay",
            elements: 1,
            modelUrl: taken,
          } as const,
        ]),
    ...unsaid(steps),
    ...whatHolds(steps, found.length),
  ];
}

function withoutRole(steps: readonly Step[], numbered: ReadonlyMap<string, string>): Check[] {
  const lanes = lanesOf(steps);
  return steps
    .filter(({ id, nodeType }) => nodeType === "task" && (lanes.get(id) ?? null) === null)
    .map(({ id }) => ({
      key: `role ${id}`,
      level: "question",
      title: numbered.get(id) ?? id,
      reason: "No role is named for it, so it has no lane",
      elements: 1,
      stepId: id,
    }));
}

/** Roles whom nobody is named for in the landscape. */
function withoutPerson(steps: readonly Step[], roles: readonly string[] | undefined): Check[] {
  if (roles === undefined) return [];
  const filled = new Set(roles.map((role) => role.toLocaleLowerCase("en")));
  const lanes = lanesOf(steps);
  return laneOrder(steps, lanes).flatMap((lane) => {
    if (lane === null || filled.has(lane.toLocaleLowerCase("en"))) return [];
    const own = steps.filter(({ id }) => lanes.get(id) === lane);
    const reason = "No person of this process has this role in the landscape";
    return [{ key: `lane ${lane}`, level: "question", title: lane, reason, elements: own.length, stepId: own[0]?.id }];
  });
}

const facts = ["system", "input", "output", "exception", "handling"] as const;

/** What BPMN has no place for stays here. */
function unsaid(steps: readonly Step[]): Check[] {
  const told = facts.flatMap((fact) => {
    const n = steps.filter((step) => step[fact] !== null).length;
    return n > 0 ? [`${fact} of ${counted(n, "step", "steps")}`] : [];
  });
  const open = steps.filter(asks);
  return [
    ...(open.length === 0
      ? []
      : [
          {
            key: "open",
            level: "question",
            title: "Open questions",
            reason: "BPMN has no place for them: the model shows none",
            elements: open.length,
            stepId: open[0]?.id,
          } as const,
        ]),
    ...(told.length === 0
      ? []
      : [{ key: "unsaid", level: "fine", title: "Not in BPMN", reason: `Stays here: ${told.join(", ")}`, elements: told.length } as const]),
  ];
}

function whatHolds(steps: readonly Step[], findings: number): Check[] {
  const { nodes, edges } = drawnFlow(steps);
  const joins = nodes.length - steps.length;
  const lanes = laneOrder(steps).filter((lane) => lane !== null).length;
  const flows = [
    counted(steps.length, "step", "steps"),
    counted(edges.length, "flow", "flows"),
    counted(joins, "derived join", "derived joins"),
  ];
  return [
    { key: "flows", level: "fine", title: "Steps and flows", reason: flows.join(", "), elements: nodes.length + edges.length },
    {
      key: "lanes",
      level: "fine",
      title: "Lanes and drawing",
      reason: `One pool, ${counted(lanes, "lane", "lanes")}. Each element has its place`,
      elements: nodes.length + edges.length,
    },
    ...(findings > 0
      ? []
      : [
          {
            key: "rules",
            level: "fine",
            title: "Each way ends",
            reason: "Every order of the steps was tried",
            elements: steps.length,
          } as const,
        ]),
  ];
}
