import { and, eq, inArray, sql } from "drizzle-orm";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { clarityCaptures, clarityEvidence } from "#server/clarity/processes/processes.table.ts";
import { type CitedUnit, listUnits } from "#server/clarity/snapshots/evidence.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { FlowStep, Units } from "./flow.ts";

/** Characters of all captures that a model is given at once. */
export const mostLetters = 600_000;

/** A process map as steps, or why it is not drawn. */
export type DrawnMap = { readonly steps: readonly FlowStep[] } | { readonly undrawn: string };

/** What a model is told of a process: names, and what was said. */
export interface Workspace {
  readonly process: string;
  readonly guidance: string | null;
  readonly captures: readonly {
    readonly id: string;
    readonly name: string;
    /** Short id, who said it, and the words. */
    readonly units: readonly (readonly [id: string, person: string | null, text: string])[];
    /** What a process map says as steps, or why no steps can say it. */
    readonly map?: DrawnMap;
  }[];
}

interface Asked {
  readonly process: string;
  readonly guidance: string | null;
  readonly captures: readonly string[];
}

/** What a generation reads, and the units by the ids that its model cites. */
export async function workspaceOf(db: Db, processId: string, asked: Asked): Promise<{ workspace: Workspace; units: Units }> {
  const byCapture = Map.groupBy(await listUnits(db, processId), ({ captureId }) => captureId);
  const captures = asked.captures.map((id, i) => ({ id: `c${i + 1}`, units: byCapture.get(id) ?? [] }));
  const refOf = (capture: string, { ordinal }: CitedUnit) => `${capture}.${ordinal + 1}`;
  const shown = captures.map(({ id, units }) => ({
    id,
    name: units[0]?.captureName ?? "",
    units: units.map((unit) => [refOf(id, unit), unit.person, told(unit)] as const),
  }));
  return {
    workspace: { process: asked.process, guidance: asked.guidance, captures: shown },
    units: new Map(captures.flatMap(({ id, units }) => units.map((unit) => [refOf(id, unit), unit]))),
  };
}

/** Of an element of a process map a model is told what kind it is. */
function told({ locator, text }: CitedUnit): string {
  return locator.type === "bpmn_element" && locator.elementType !== undefined ? `${wordsOf(locator.elementType)}: ${text}` : text;
}

/** The captures of a process that can be read, the oldest first, with how many units and characters they have. */
export async function readableCaptures(db: Db, processId: string): Promise<{ captures: string[]; units: number; letters: number }> {
  const c = clarityCaptures;
  const rows = await db
    .select({ id: c.id })
    .from(c)
    .where(
      and(
        eq(c.process_id, processId),
        eq(c.status, "complete"),
        sql`exists (select 1 from clarity_evidence e where e.capture_id = ${c.id})`,
      ),
    )
    .orderBy(c.created_at, c.id);
  const captures = rows.map(({ id }) => id);
  if (captures.length === 0) return { captures, units: 0, letters: 0 };
  const [counted] = await db
    .select({ units: sql<number>`count(*)::int`, letters: sql<number>`coalesce(sum(length(text)), 0)::int` })
    .from(clarityEvidence)
    .where(inArray(clarityEvidence.capture_id, captures));
  return { captures, units: counted?.units ?? 0, letters: counted?.letters ?? 0 };
}
