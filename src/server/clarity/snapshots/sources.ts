import { maxSources } from "#contract/clarity/snapshots.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import { isSame } from "#contract/clarity/flow/step-changes.ts";
import type { Db } from "#server/platform/db/open.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import { type CitedUnit, capturesOf, findQuote, findUnits } from "./evidence.store.ts";

/** Quotes that one save has searched. */
const mostSearched = 200;

/** A unit as the source of a step. Quote, speaker and place are those of the capture, whoever cites it. */
export function sourceOf(unit: CitedUnit, excerpt = unit.text, confidence: StepSource["sourceConfidence"] = "high"): StepSource {
  return {
    attribution: attributionOf(unit),
    excerpt: excerpt.slice(0, 10_000).toWellFormed(),
    captureId: unit.captureId,
    evidenceId: unit.id,
    locator: unit.locator,
    sourceConfidence: confidence,
    resolutionStatus: "resolved",
  };
}

function attributionOf({ person, captureName, locator }: CitedUnit): string {
  const page = locator.type === "document_text_range" && locator.pageNumber !== undefined ? `, page ${locator.pageNumber}` : "";
  return (person === null ? `${captureName}${page}` : `${person}, ${captureName}${page}`).slice(0, 500).toWellFormed();
}

/**
 * Steps with their sources as the captures have them. What a person sends is a quote, an answer of their own, or a unit by its id; what stands in
 * the version that they edited stays as it is. Throws a 400 that names an id of no unit, or of no capture, of this process.
 */
export async function settleSources(db: Db, processId: string, steps: readonly Step[], edited: readonly Step[]): Promise<Step[]> {
  const all = steps.flatMap(({ sources }) => sources);
  if (all.length > maxSources) throw invalid(["steps"], `Give at most ${maxSources.toLocaleString("en")} sources in all`);
  const kept = new Map(edited.map(({ id, sources }) => [id, sources]));
  const units = await findUnits(
    db,
    processId,
    all.flatMap(({ evidenceId }) => evidenceId ?? []),
  );
  const captures = await capturesOf(
    db,
    processId,
    all.flatMap(({ captureId }) => captureId ?? []),
  );
  let searched = 0;

  async function settle(source: StepSource, path: (string | number)[], stood: readonly StepSource[]): Promise<StepSource> {
    const same = stood.find((one) => isSame(one, source));
    if (same) return same;
    const { attribution, excerpt, captureId, evidenceId, sourceConfidence } = source;
    if (evidenceId !== undefined) {
      const unit = units.get(evidenceId);
      if (!unit) throw invalid([...path, "evidenceId"], `No capture of this process has ${evidenceId}`);
      return sourceOf(unit, unit.text.includes(excerpt) ? excerpt : unit.text, sourceConfidence);
    }
    if (captureId !== undefined && !captures.has(captureId))
      throw invalid([...path, "captureId"], `This process has no capture ${captureId}`);
    if (captureId === undefined && (source.locator?.type === "manual" || source.resolutionStatus === "manual"))
      return {
        attribution,
        excerpt,
        locator: { type: "manual" },
        sourceConfidence: sourceConfidence ?? "medium",
        resolutionStatus: "manual",
      };
    if (++searched > mostSearched) throw invalid(["steps"], `Give at most ${mostSearched} quotes that no capture is named for at a time`);
    const unit = await findQuote(db, processId, excerpt, captureId);
    if (unit) return sourceOf(unit, excerpt, sourceConfidence);
    const reason = captureId === undefined ? "No capture has these words." : "The capture does not have these words.";
    return {
      attribution,
      excerpt,
      ...(captureId !== undefined && { captureId }),
      locator: { type: "unresolved", reason },
      sourceConfidence: "low",
      resolutionStatus: "unresolved",
    };
  }

  const settled: Step[] = [];
  for (const [i, step] of steps.entries()) {
    const sources: StepSource[] = [];
    for (const [j, source] of step.sources.entries())
      sources.push(await settle(source, ["steps", i, "sources", j], kept.get(step.id) ?? []));
    settled.push(withConfidence({ ...step, sources }));
  }
  return settled;
}

/** A step is no surer than its sources: `high` takes two captures, and a task or gateway that nothing supports is `low`. */
export function withConfidence(step: Step): Step {
  if (step.nodeType === "event" && step.sources.length === 0) return step;
  const supporting = step.sources.filter(({ resolutionStatus }) => resolutionStatus === "resolved" || resolutionStatus === "manual");
  const captures = new Set(supporting.flatMap(({ captureId }) => captureId ?? []));
  if (supporting.length === 0) return { ...step, confidence: "low" };
  return step.confidence === "high" && captures.size < 2 ? { ...step, confidence: "medium" } : step;
}
