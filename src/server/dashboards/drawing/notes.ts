import { counted, exact } from "./figures.ts";
import { nameOf } from "./matrix.ts";
import type { Scene } from "./scene.ts";
import type { Asked } from "./terms.ts";
import { hasStates } from "./tones.ts";

/** What a reader has to know of the figures beside them: each in one sentence. */
export function notesOf(scene: Scene, asked: Asked): string[] {
  return [...halfOf(scene, asked), ...leftOut(asked)];
}

/** One row that is most of a sum: the others are hardly seen beside it, and it may be a mistake. */
function halfOf(scene: Scene, asked: Asked): string[] {
  const { answer, measures, dimensions } = asked;
  const measure = measures[0];
  const all = answer.total.values[0];
  if (!measure?.adds || answer.rows.length < 3 || dimensions.length === 0 || dimensions.some(hasStates) || !all || all <= 0) return [];
  const largest = answer.rows.reduce((most, row) => (!row.other && (row.values[0] ?? 0) > (most.values[0] ?? 0) ? row : most));
  const share = (largest.values[0] ?? 0) / all;
  // Beside the only one there is nothing to be overlooked.
  if (share <= 0.5 || share >= 1) return [];
  const names = dimensions.map((_, at) => nameOf(scene.dates, asked, largest, at)).join(", ");
  return [`${names} is ${exact(share, "share")} of the total.`];
}

function leftOut({ answer, timeAt }: Asked): string[] {
  const drawnApart = answer.other !== null && (answer.by.length > 1 || timeAt !== -1);
  const value = answer.other?.values[0];
  return [
    ...(drawnApart && typeof value === "number" && value !== 0 ? ["Smaller groups are only in the table, as Other."] : []),
    ...(answer.left_out > 0 ? [`${counted(answer.left_out, "row", "rows")} left out: narrow the range or add a filter.`] : []),
  ];
}
