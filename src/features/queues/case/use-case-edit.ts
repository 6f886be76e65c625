import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import type { Case } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { caseRead } from "#features/queues/case-queries.ts";
import { mergeData } from "#features/queues/data/merge-data.ts";

type Edit = Partial<Pick<Case, "title" | "data" | "priority">>;

/** Writes fields of a case over what the person has seen of them, and over nothing newer. */
export function useCaseEdit(seen: Case): (edit: Edit) => Promise<unknown> {
  const client = useQueryClient();
  const update = useWrite(updateCase);
  const write = (edit: Edit, { updated_at }: Case) =>
    update.mutateAsync({ params: { case_id: seen.id }, body: { ...edit, expected_updated_at: updated_at } });
  return async (edit) => {
    try {
      return await write(edit, seen);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "case_changed") throw error;
      // Nobody told us yet. A run that took the case, or another field, is no reason to ask.
      const { case: now } = await client.fetchQuery({ ...caseRead(seen.id), staleTime: 0 });
      const rebased = onto(now, seen, edit);
      if (!rebased) throw error;
      return write(rebased, now);
    }
  };
}

/** The edit as it is of what the case says now; undefined where somebody else changed the same, and a person has to decide. */
function onto(now: Case, seen: Case, edit: Edit): Edit | undefined {
  const others = Object.keys(edit).filter((name) => name !== "data") as (keyof Edit)[];
  if (others.some((name) => now[name] !== seen[name])) return undefined;
  if (edit.data === undefined || now.data === seen.data) return edit;
  const merged = mergeData(seen.data, edit.data, now.data);
  return merged && merged.keep === merged.take ? { ...edit, data: merged.keep } : undefined;
}
