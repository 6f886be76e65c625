import type { CapturedUnit } from "#contract/clarity/notation/story.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { capital } from "./choice-words.ts";
import type { ToldTrace } from "./told-activities.ts";

/** What all witnesses together say about one activity. */
export interface KnownActivity {
  readonly title: string;
  readonly role: string | null;
  readonly system: string | null;
  /** Other roles and tools than those that most say. */
  readonly otherRoles: readonly string[];
  readonly otherSystems: readonly string[];
  readonly evidenceIds: readonly string[];
  readonly captures: ReadonlySet<string>;
}

export function knownActivities(traces: readonly ToldTrace[]): Map<string, KnownActivity> {
  const said = new Map<string, { titles: Votes; roles: Votes; systems: Votes; evidence: Set<string>; captures: Set<string> }>();
  for (const { steps, story } of traces) {
    for (const { key, told } of steps) {
      if (!told) continue;
      const at = said.get(key) ?? {
        titles: new Votes(),
        roles: new Votes(),
        systems: new Votes(),
        evidence: new Set(),
        captures: new Set(),
      };
      said.set(key, at);
      at.captures.add(story.captureId);
      at.titles.add(told.title, story.captureId);
      if (told.role !== null) at.roles.add(told.role, story.captureId);
      if (told.system !== null) at.systems.add(told.system, story.captureId);
      for (const id of told.evidenceIds) at.evidence.add(id);
    }
  }
  return new Map(
    [...said].map(([key, { titles, roles, systems, evidence, captures }]) => {
      const [title = key] = titles.ranked();
      const [role = null, ...otherRoles] = roles.ranked();
      const [system = null, ...otherSystems] = systems.ranked();
      return [key, { title: capital(title), role, system, otherRoles, otherSystems, evidenceIds: [...evidence], captures }];
    }),
  );
}

/** Words by how many captures say them; the same words in other letters count together, in the spelling that came first. */
class Votes {
  readonly #by = new Map<string, { readonly words: string; readonly captures: Set<string> }>();

  add(words: string, capture: string): void {
    const key = words.toLocaleLowerCase("en");
    const vote = this.#by.get(key) ?? { words, captures: new Set() };
    vote.captures.add(capture);
    this.#by.set(key, vote);
  }

  ranked(): string[] {
    return [...this.#by.values()].toSorted((a, b) => b.captures.size - a.captures.size).map(({ words }) => words);
  }
}

/** Sources by the ids of their units. An id that no unit has is left out. */
export function sourcesOf(units: readonly CapturedUnit[], captureNames: ReadonlyMap<string, string>) {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return (evidenceIds: readonly string[]): StepSource[] =>
    evidenceIds.slice(0, mostSources).flatMap((id) => {
      const unit = byId.get(id);
      if (!unit) return [];
      const { captureId, locator, person, text } = unit;
      return {
        attribution: (person ?? captureNames.get(captureId) ?? "Capture").slice(0, 500),
        excerpt: text.slice(0, 10_000),
        captureId,
        evidenceId: id,
        ...(locator && { locator }),
        sourceConfidence: "high",
        resolutionStatus: "resolved",
      };
    });
}

/** As many as a step takes. */
const mostSources = 200;
