import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import type { Case } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { caseRead } from "./case-queries.ts";

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
      if (Object.keys(edit).some((name) => now[name as keyof Edit] !== seen[name as keyof Edit])) throw error;
      return write(edit, now);
    }
  };
}
