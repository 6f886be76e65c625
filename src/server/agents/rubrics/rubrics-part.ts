import { copyRubrics } from "./eval-rubrics.store.ts";
import type { RevisionPart } from "#server/engine/revision-part.ts";

/** What the runs of a revision are judged by. */
export const rubricsPart: RevisionPart = { name: "rubrics", copy: (db, from, to) => copyRubrics(db, from, to.buildId) };
