import { questionWords } from "#contract/clarity/order-question.ts";
import type { ModelPart, ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Proposal, type ProposedStep, proposeTool } from "./proposal-flow.ts";
import type { CurrentStep, ProposalWorkspace } from "./proposal-workspace.ts";
import { taskKind } from "./task-kinds.ts";
import { toldTasks, type ToldTask } from "./told-tasks.ts";
import { saysVolume } from "./volume.ts";

// The rules of the practice model, as the console prints them: it changes who does a task, and asks for what no capture says. It adds and removes
// nothing, and reads no guidance.

const theService = "the service";
const mostCited = 100;

type Rules = Pick<ProposalWorkspace, "current" | "captures" | "change" | "wish">;

export function proposeByRules({ current, captures, change, wish }: Rules): Proposal {
  const told = toldTasks(captures);
  const volume = captures.flatMap(({ units }) => units).find(([, , text]) => saysVolume(text));
  const asked = new Set<string>();
  const steps = current.map((step): ProposedStep => {
    if (step.nodeType === "task") return proposed(step, told(step.title), change, asked);
    if (step.nodeType !== "event" || step.nodeSubtype !== "start") return kept(step);
    return volume ? { ...kept(step), evidence: [volume[0]] } : { ...kept(step), missing: noVolume };
  });
  const [first] = steps;
  if (first && wish)
    first.assumptions = [...(first.assumptions ?? []), "The practice model follows its printed rules and read no guidance."];
  return { steps };
}

const noVolume = {
  gap: "No capture says how often this happens.",
  prompt: "How often does this happen? Write a number with its time, such as “40 invoices a week”.",
};

/** As it is: a step that is kept keeps what it rests on and what it says. */
function kept({
  id,
  nodeType,
  nodeSubtype,
  title,
  role,
  targetSteps,
  confidence,
  assumptions,
  openQuestions,
  condition,
}: CurrentStep): ProposedStep {
  const lists = { assumptions: assumptions?.slice(0, 20) ?? null, openQuestions: openQuestions?.slice(0, 20) ?? null };
  return { id, nodeType, nodeSubtype, title, role, targetSteps, confidence, condition, evidence: [], ...lists };
}

/** Who does it, and what has to be known for that. */
function proposed(step: CurrentStep, told: ToldTask, change: Rules["change"], asked: Set<string>): ProposedStep {
  const { title, role, nodeSubtype } = step;
  const system = step.system ?? told.system;
  const evidence = told.evidence.filter((ref) => !step.evidence.includes(ref)).slice(0, mostCited);
  const same = { ...kept(step), system, evidence };
  const isServed = nodeSubtype !== "user" && nodeSubtype !== "manual";
  const kind = isServed ? "work" : taskKind(title);
  if (kind === "decision") {
    const missing =
      role === null
        ? { gap: `No capture says who decides “${title}”.`, prompt: `Who decides “${title}”, and who does when they are away?` }
        : null;
    return { ...same, ...low("A person decides this."), nodeSubtype: change === "none" ? nodeSubtype : "user", missing };
  }
  if (kind === "money") {
    const why = `It moves money, so it stays with ${role ?? "a person"}.`;
    return { ...same, ...low(why), nodeSubtype: change === "none" ? nodeSubtype : "manual" };
  }
  const missing = gapOf({ ...step, system }, new Set([...step.evidence, ...evidence].map(captureOf)).size, asked);
  if (kind === "work" && system === null && !isServed)
    return {
      ...same,
      ...low("No system is named in which an agent could do it."),
      nodeSubtype: change === "none" ? nodeSubtype : "manual",
      missing,
    };
  const readiness = missing ? "medium" : "high";
  const why = missing
    ? "An agent can do it once what is asked for is known."
    : `${kind === "message" ? "It is a message" : "Captures agree on it"}, and ${system ?? "it"} is known.`;
  const judged = { ...same, missing, readiness, readinessRationale: why } as const;
  // Little change leaves with people what is not known well.
  if (change === "none" || isServed || (change === "conservative" && missing)) return judged;
  return { ...judged, nodeSubtype: kind === "message" ? "send" : "service", role: theService };
}

const low = (why: string) => ({ readiness: "low", readinessRationale: why }) as const;
const captureOf = (ref: string) => ref.split(".")[0];

/** What nobody has said about a task, in one sentence for each. A question that several steps have is asked once. */
function gapOf(step: CurrentStep, witnesses: number, asked: Set<string>): ProposedStep["missing"] {
  const { title, role, system, exception, handling } = step;
  const line = `1. ${role ?? "?"}: ${title.charAt(0).toLocaleLowerCase("en")}${title.slice(1)} in ${system ?? "Tool"}`;
  const questions = (step.openQuestions ?? []).map(questionWords).filter((question) => !asked.has(question));
  for (const question of questions) asked.add(question);
  const gaps = [
    ...(system === null ? [`No capture names the system for “${title}”.`] : []),
    ...(witnesses < 2 ? [`Only one capture tells “${title}”.`] : []),
    ...questions.slice(0, 3),
    ...(exception && !handling ? [`No capture says what is done when “${title}” fails.`] : []),
  ];
  if (gaps.length === 0) return null;
  const prompts = [
    ...(system === null || witnesses < 2 ? [`Who does “${title}”, and in which system? Write it as “${line}”.`] : []),
    ...questions.slice(0, 3),
    ...(exception && !handling ? [`What do you do when “${title}” fails?`] : []),
  ];
  return { gap: gaps.join(" ").slice(0, 1_000), prompt: prompts.join(" ").slice(0, 1_000) };
}

function answer({ turns }: ModelRequest): ModelPart {
  const asked = turns.find((turn) => turn.role === "user");
  const workspace = JSON.parse(asked?.text ?? "{}") as ProposalWorkspace;
  return { type: "call", id: "proposal_1", name: proposeTool, arguments: { ...proposeByRules(workspace) } };
}

export const practiceProposer: PracticeRole = { tool: proposeTool, answer };
