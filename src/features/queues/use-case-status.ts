import { useQueryClient } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { readAgain } from "#api/stale.ts";
import type { Case, CaseStatus, DisplayStatus } from "#contract/queues/case.ts";
import { updateCase } from "#contract/queues/cases.ts";
import { toast } from "#ui/toast.ts";
import { caseStatusWord } from "./case-words.ts";

interface Options {
  readonly nameOf?: (one: Case) => string;
  /** Shows the case elsewhere: before the service has answered, and as it answered. */
  readonly onMove?: (one: Case, from: DisplayStatus, to: DisplayStatus) => void;
  /** The service has refused: the case is not in `to`, and may not be where it was either. */
  readonly onRefused?: (one: Case, from: DisplayStatus, to: DisplayStatus) => void;
}

/** Sets the state of a case and offers to take that back where it was in no run's hands. */
export function useCaseStatus({ nameOf = () => "The case", onMove, onRefused }: Options = {}) {
  const client = useQueryClient();
  const update = useWrite(updateCase, { alsoStale: ["Queues", "Runs"] });
  const failed = (error: unknown) => toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
  /** Shows first what `change` is to bring about. */
  const move = async (one: Case, from: DisplayStatus, to: DisplayStatus, change: () => ReturnType<typeof update.mutateAsync>) => {
    onMove?.(one, from, to);
    try {
      const reply = await change();
      onMove?.(reply.case, to, reply.case.display_status);
      return reply;
    } catch (error) {
      onRefused?.(one, from, to);
      // What refused it is not known here yet.
      readAgain(client, ([area]) => area === "Cases" || area === "Queues");
      throw error;
    }
  };
  const back = async (one: Case, from: DisplayStatus) => {
    const params = { case_id: one.id };
    await move(one, from, one.display_status, async () => {
      const reopened = await update.mutateAsync({ params, body: { status: one.status } });
      if (one.display_status !== "postponed") return reopened;
      return update.mutateAsync({ params, body: { postponed_to: one.postponed_to } });
    });
  };
  const done = (one: Case, to: DisplayStatus, text: string, stopped: number) => {
    // What a run had of it does not come back.
    const returns = one.display_status !== "in_progress" && one.display_status !== "needs_input";
    toast(stopped > 0 ? `${text}, and its run is stopped` : text, returns ? { undo: () => void back(one, to).catch(failed) } : {});
  };
  return {
    set: async (one: Case, status: CaseStatus) => {
      const change = () => update.mutateAsync({ params: { case_id: one.id }, body: { status } });
      try {
        const { interruptedRunIds } = await move(one, one.display_status, status, change);
        done(one, status, `${nameOf(one)} is set to “${caseStatusWord(status)}”`, interruptedRunIds.length);
      } catch (error) {
        failed(error);
      }
    },
    release: async (one: Case) => {
      try {
        await update.mutateAsync({ params: { case_id: one.id }, body: { postponed_to: null } });
        done(one, "pending", `${nameOf(one)} is available now`, 0);
      } catch (error) {
        failed(error);
      }
    },
  };
}
