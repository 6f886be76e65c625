import type { Query, TextPiece } from "#contract/dashboards/page.ts";
import { type Workspace, readQuery } from "./practice-query.ts";

/** Words with figures in them: `Done so far: {{count of runs this week}}`. */
export function practicePieces(text: string, id: string, workspace: Workspace): { pieces: TextPiece[]; queries: Query[] } {
  const queries: Query[] = [];
  const pieces = text.split(/\{\{(.+?)\}\}/).flatMap((part, i): TextPiece[] => {
    if (i % 2 === 0) return part === "" ? [] : [{ words: part }];
    const { query } = readQuery(part, workspace);
    const name = `${id.slice(0, 36)}_${queries.length + 1}`;
    queries.push({ name, ...query });
    return [{ query: name, field: query.by[0] ?? query.measures[0] ?? "", row: 0 }];
  });
  return { pieces, queries };
}
