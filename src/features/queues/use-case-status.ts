import { useWrite } from "#api/query.ts";
import type { Case, CaseStatus } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { toast } from "#ui/toast.ts";
import { caseStatusWord } from "./case-words.ts";

/** Sets the state of a case and offers to take that back where it was in no run's hands. */
export function useCaseStatus(one: Case) {
  const params = { case_id: one.id };
  const update = useWrite(updateCase, { alsoStale: ["Queues", "Runs"] });
  const failed = (error: unknown) => toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
  const back = async () => {
    await update.mutateAsync({ params, body: { status: one.status } });
    if (one.display_status === "postponed") await update.mutateAsync({ params, body: { postponed_to: one.postponed_to } });
  };
  // What a run had of it does not come back.
  const returns = one.display_status !== "in_progress" && one.display_status !== "needs_input";
  const done = (text: string, stopped: number) =>
    toast(stopped > 0 ? `${text}, and its run is stopped` : text, returns ? { undo: () => void back().catch(failed) } : {});
  return {
    set: async (status: CaseStatus) => {
      try {
        const { interruptedRunIds } = await update.mutateAsync({ params, body: { status } });
        done(`The case is set to “${caseStatusWord(status)}”`, interruptedRunIds.length);
      } catch (error) {
        failed(error);
      }
    },
    release: async () => {
      try {
        await update.mutateAsync({ params, body: { postponed_to: null } });
        done("The case can be taken now", 0);
      } catch (error) {
        failed(error);
      }
    },
  };
}
