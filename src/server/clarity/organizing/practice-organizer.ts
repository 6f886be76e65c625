import type { ModelPart, ModelRequest } from "#server/engine/models/port.ts";
import type { PracticeRole } from "#server/engine/models/scripted.ts";
import { type Proposal, proposeTool, type Workspace } from "./proposal.ts";

// The rules of the practice model, as the console prints them: a process goes where a word of its name is, an area's own or one of its processes'.
// Where there is no such area, generating proposes one for each team. Two processes whose names end with the same word share a step.

/** Shorter words say nothing about where a process belongs. */
const tellingLetters = 4;
const mostLinks = 20;

const wordsOf = (name: string) =>
  name
    .toLocaleLowerCase("en")
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > tellingLetters ? word.replace(/s$/, "") : word))
    .filter((word) => word.length >= tellingLetters);

export function proposeByWords({ kind, areas, placed, unsorted }: Workspace): Proposal {
  const telling = areas.map(({ name, processes }) => ({ name, own: new Set(wordsOf(name)), inside: new Set(processes.flatMap(wordsOf)) }));
  const areaOf = (name: string) => {
    const words = wordsOf(name);
    const best = telling
      .map((area) => ({
        name: area.name,
        score: words.filter((word) => area.own.has(word)).length * 2 + words.filter((word) => area.inside.has(word)).length,
      }))
      .toSorted((a, b) => b.score - a.score)[0];
    return best && best.score > 0 ? best.name : undefined;
  };
  const found = unsorted.map((process) => ({ process, area: areaOf(process.name) }));
  const teams = [...new Set(found.flatMap(({ process, area }) => (area === undefined ? [process.team] : [])))];
  const known = new Set(areas.map(({ name }) => name.toLocaleLowerCase("en")));
  const proposes = kind === "generate";
  return {
    areas: proposes ? teams.filter((name) => !known.has(name.toLocaleLowerCase("en"))).map((name) => ({ name, inside: null })) : [],
    placements: found.flatMap(({ process: { id, team }, area = proposes ? team : undefined }) =>
      area === undefined ? [] : [{ process: id, area }],
    ),
    links: proposes ? linksBetween(unsorted, [...placed, ...unsorted]) : [],
  };
}

function linksBetween(
  from: Workspace["unsorted"],
  all: readonly { readonly id: string; readonly name: string }[],
): NonNullable<Proposal["links"]> {
  const links: NonNullable<Proposal["links"]> = [];
  for (const { id: source, name } of from) {
    const last = wordsOf(name).at(-1);
    const other = last === undefined ? undefined : all.find((one) => one.id < source && wordsOf(one.name).at(-1) === last);
    if (other && links.length < mostLinks)
      links.push({ source, target: other.id, type: "shares_step_with", confidence: 0.5, rationale: `Both names end with “${last}”.` });
  }
  return links;
}

function answer({ turns }: ModelRequest): ModelPart {
  const asked = turns.find((turn) => turn.role === "user");
  const workspace = JSON.parse(asked?.text ?? "{}") as Workspace;
  return { type: "call", id: "proposal_1", name: proposeTool, arguments: { ...proposeByWords(workspace) } };
}

export const practiceOrganizer: PracticeRole = { tool: proposeTool, answer };
