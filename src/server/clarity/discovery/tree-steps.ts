import type { NodeSubtype, NodeType, Step, StepTarget } from "#contract/clarity/step.ts";
import { type Way, waysOf } from "./choice-ways.ts";
import { choiceWords } from "./choice-words.ts";
import type { KnownActivity } from "./known-activities.ts";
import { type Asked, nothing, type ProcessTree } from "./process-tree.ts";
import { clip, confidenceOf, described, freeIds, isService, questionsAbout, unknownActivity, untold, whenQuestion } from "./step-words.ts";
import { isEndKey } from "./told-activities.ts";

/** What the steps of a tree say. */
export interface TreeWords {
  readonly start: { readonly title: string | null; readonly evidenceIds: readonly string[] };
  readonly activities: ReadonlyMap<string, KnownActivity>;
  readonly sources: (evidenceIds: readonly string[]) => Step["sources"];
}

export interface TreeSteps {
  readonly steps: Step[];
  /** The step of each activity. */
  readonly stepOf: ReadonlyMap<string, string>;
}

/** A flow whose target is not known yet. */
interface Exit {
  readonly step: Step;
  readonly label: string | null;
  readonly isDefault: boolean;
}
const exitOf = (step: Step, label: string | null = null, isDefault = false): Exit => ({ step, label, isDefault });

/** Draws a tree as steps: what is made of whole blocks is sound. The same tree gives the same steps and ids. */
export function treeSteps(tree: ProcessTree, words: TreeWords): TreeSteps {
  const drawing = new Drawing(words);
  const { title, evidenceIds } = words.start;
  const start = drawing.add("event", "start", title ?? "Start", "start", { evidenceIds, confidence: title === null ? "low" : "medium" });
  const exits = drawing.draw(tree, [exitOf(start)]);
  if (exits.length > 0) drawing.lead(exits, drawing.add("event", "end", "End", "end", { evidenceIds: [], confidence: "low" }));
  return { steps: drawing.steps, stepOf: drawing.stepOf };
}

interface More extends Partial<Pick<Step, "role" | "system" | "condition" | "confidence" | "openQuestions">> {
  readonly evidenceIds: readonly string[];
}

class Drawing {
  readonly steps: Step[] = [];
  readonly stepOf = new Map<string, string>();
  readonly #freeId = freeIds();
  readonly #words: TreeWords;

  constructor(words: TreeWords) {
    this.#words = words;
  }

  add(nodeType: NodeType, nodeSubtype: NodeSubtype, title: string, id: string, { evidenceIds, ...more }: More): Step {
    const prose =
      nodeType === "event" ? { description: null, rationale: null } : { description: described(title, more), rationale: untold };
    const facts = { action: nodeType === "task" ? title : null, input: null, output: null, exception: null, handling: null };
    const read = { assumptions: null, openQuestions: null, confidence: "medium", role: null, system: null, condition: null };
    const step = {
      id: this.#freeId(id),
      targetSteps: [],
      title: clip(title, 200),
      ...facts,
      ...read,
      ...more,
      ...prose,
      sources: this.#words.sources(evidenceIds),
      nodeType,
      nodeSubtype,
    } as Step;
    this.steps.push(step);
    return step;
  }

  lead(from: readonly Exit[], { id: stepId }: Step): void {
    for (const { step, label, isDefault } of from) step.targetSteps.push({ stepId, label, isDefault } satisfies StepTarget);
  }

  draw(tree: ProcessTree, from: readonly Exit[]): readonly Exit[] {
    switch (tree.kind) {
      case "nothing":
        return from;
      case "activity":
        return this.#activity(tree.key, from);
      case "sequence":
        return tree.children.reduce((exits, child) => this.draw(child, exits), from);
      case "parallel":
        return this.#parallel(tree.children, from);
      case "exclusive":
        return this.#exclusive(waysOf(tree), from);
      default:
        return this.#loop(tree, from);
    }
  }

  #activity(key: string, from: readonly Exit[]): readonly Exit[] {
    const known = this.#known(key);
    const step = isEndKey(key)
      ? this.add("event", "end", known.title, `end-${known.title}`, { evidenceIds: known.evidenceIds, confidence: confidenceOf(known) })
      : this.add("task", isService(known.role) ? "service" : "user", known.title, `step-${known.title}`, {
          evidenceIds: known.evidenceIds,
          confidence: confidenceOf(known),
          role: known.role,
          system: known.system,
          openQuestions: questionsAbout(known),
        });
    this.stepOf.set(key, step.id);
    this.lead(from, step);
    return step.nodeSubtype === "end" ? [] : [exitOf(step)];
  }

  #parallel(branches: readonly ProcessTree[], from: readonly Exit[]): readonly Exit[] {
    const evidenceIds = branches.flatMap((branch) => this.#firstOf(branch).evidenceIds);
    const name = this.#firstOf(branches[0] ?? nothing).title;
    const gateway = (title: string, id: string) =>
      this.add("gateway", "parallel", title, id, { evidenceIds, condition: "All branches run" });
    const split = gateway("At the same time", `split-${name}`);
    this.lead(from, split);
    const ends = branches.flatMap((branch) => this.draw(branch, [exitOf(split)]));
    const join = gateway("All done", `together-${name}`);
    this.lead(ends, join);
    return [exitOf(join)];
  }

  #exclusive(ways: readonly Way[], from: readonly Exit[]): readonly Exit[] {
    const trees = ways.map(({ first }) => first);
    const skips = trees.findIndex(({ kind }) => kind === "nothing");
    const gateway = this.#choice(
      "choice",
      trees,
      ways.map(({ asked }) => asked),
      skips === -1 ? ways.length - 1 : skips,
      from,
    );
    return [...Map.groupBy(ways.keys(), (way) => ways[way]?.group).values()].flatMap((group) => {
      const ends = group.flatMap((way) => this.draw(trees[way] ?? nothing, [gateway(way)]));
      return this.draw(ways[group[0] ?? 0]?.rest ?? nothing, ends);
    });
  }

  #loop({ body, redo, asked: [exit, again] }: Extract<ProcessTree, { kind: "loop" }>, from: readonly Exit[]): readonly Exit[] {
    const at = this.steps.length;
    const exits = this.draw(body, from);
    const entry = this.steps[at];
    const several = redo.kind === "exclusive";
    const ways = [nothing, ...(several ? redo.children : [redo])];
    const gateway = this.#choice("again", ways, several ? [exit, ...redo.asked] : [exit, again], 0, exits, this.#firstOf(body));
    const back = ways.slice(1).flatMap((way, i) => this.draw(way, [gateway(i + 1)]));
    if (entry) this.lead(back, entry);
    return [gateway(0)];
  }

  /** An exclusive gateway; answers the flow of each of its ways. */
  #choice(
    kind: string,
    ways: readonly ProcessTree[],
    asked: readonly Asked[],
    spare: number,
    from: readonly Exit[],
    body?: KnownActivity,
  ): (way: number) => Exit {
    const firsts = ways.map((way) => this.#firstOf(way));
    const names = ways.map((way, i) => (way.kind === "nothing" ? (body && i > 0 ? "Again" : "Otherwise") : (firsts[i]?.title ?? "")));
    const words = choiceWords(asked, names, spare);
    const told = firsts.flatMap(({ evidenceIds }) => evidenceIds);
    const evidenceIds = words.evidenceIds.length > 0 ? words.evidenceIds : told.length > 0 ? told : (body?.evidenceIds ?? []);
    const gateway = this.add(
      "gateway",
      "exclusive",
      words.question ?? (body ? "Is it done again?" : "What comes next?"),
      `${kind}-${(body ?? firsts[0])?.title ?? ""}`,
      {
        evidenceIds,
        condition: clip(words.condition, 2_000),
        confidence: words.question === null ? "low" : "medium",
        openQuestions: words.question === null ? [clip(whenQuestion(names, words, body), 2_000)] : null,
      },
    );
    this.lead(from, gateway);
    return (way) => exitOf(gateway, clip(words.labels[way] ?? "", 200), way === words.defaultWay);
  }

  /** The activity with which a block starts. */
  #firstOf(tree: ProcessTree): KnownActivity {
    if (tree.kind === "activity") return this.#known(tree.key);
    const first = tree.kind === "loop" ? tree.body : tree.kind === "nothing" ? undefined : tree.children[0];
    return first ? this.#firstOf(first) : unknownActivity;
  }

  #known(key: string): KnownActivity {
    return (
      this.#words.activities.get(key) ??
      this.#words.activities.get(key.slice(0, Math.max(0, key.lastIndexOf("\n")))) ?? {
        ...unknownActivity,
        title: isEndKey(key) ? "End" : key,
      }
    );
  }
}
