import type { ModelPart, ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type DescribedProposal, type ProposalWords, wordsTool } from "./proposal-words.ts";

// The rules of the practice model: it counts who does which task. It promises nothing that no capture says.

export function wordsByCounting({ process, steps, current, volume }: DescribedProposal): ProposalWords {
  const tasks = steps.filter(({ nodeType }) => nodeType === "task");
  const by = (mode: (typeof tasks)[number]["mode"]) => tasks.filter((step) => step.mode === mode).map(({ title }) => `“${title}”`);
  const [agent, person, outside] = [by("agent"), by("person"), by("outside")];
  const missing = steps.filter((step) => step.missing !== null).length;
  const before = current.filter(({ nodeType, role }) => nodeType === "task" && role !== "the service").length;
  const summary = [
    agent.length > 0
      ? `An agent does ${agent.length} of the ${tasks.length} tasks of “${process}”: ${listed(agent)}.`
      : `An agent does none of the ${tasks.length} tasks of “${process}”.`,
    ...(person.length > 0 ? [`It asks a person for ${listed(person)}.`] : []),
    ...(outside.length > 0 ? [`${listed(outside)} ${outside.length === 1 ? "stays" : "stay"} outside.`] : []),
    missing > 0 ? `${missing === 1 ? "One capture is" : `${missing} captures are`} asked for.` : "Nothing is asked for.",
  ].join(" ");
  if (volume === null) return { summary, projectedImpact: null };
  return {
    summary,
    projectedImpact: `People do ${before} tasks for each case now, and ${tasks.length - agent.length} then. How often that is: “${volume}”. No capture says how long a task takes, so no time is promised.`,
  };
}

const listed = (words: readonly string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

function answer({ turns }: ModelRequest): ModelPart {
  const asked = turns.find((turn) => turn.role === "user");
  const described = JSON.parse(asked?.text ?? "{}") as DescribedProposal;
  return { type: "call", id: "words_1", name: wordsTool, arguments: { ...wordsByCounting(described) } };
}

export const practiceProposalWords: PracticeRole = { tool: wordsTool, answer };
