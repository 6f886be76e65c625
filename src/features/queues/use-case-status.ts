import { caseStates } from "#api/states/case-states.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, call } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { readChanged } from "#api/stale.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { Case, CaseStatus, DisplayStatus } from "#contract/queues/case.ts";
import { undoCaseEvent } from "#contract/queues/case-undo.ts";
import { getCase, updateCase } from "#contract/queues/cases.ts";
import { toast } from "#ui/toast.ts";

interface Options {
  readonly nameOf?: (one: Case) => string;
  /** Shows the case elsewhere: before the service has answered, and as it answered. */
  readonly onMove?: (one: Case, from: DisplayStatus, to: DisplayStatus) => void;
  /** The service has refused: the case is not in `to`, and may not be where it was either. */
  readonly onRefused?: (one: Case, from: DisplayStatus, to: DisplayStatus) => void;
}

/** Sets the state of a case, with Undo where the service can give back all that the change took. */
export function useCaseStatus({ nameOf = () => "The case", onMove, onRefused }: Options = {}) {
  const client = useQueryClient();
  const update = useWrite(updateCase);
  const undo = useWrite(undoCaseEvent);
  const failed = (error: unknown) => toast(error instanceof Error ? error.message : "That did not work.", { failed: true });
  /** Shows first what `change` is to bring about. */
  const move = async <R extends { case: Case }>(one: Case, from: DisplayStatus, to: DisplayStatus, change: () => Promise<R>) => {
    onMove?.(one, from, to);
    try {
      const reply = await change();
      onMove?.(reply.case, to, reply.case.display_status);
      return reply;
    } catch (error) {
      onRefused?.(one, from, to);
      // What refused it is not known here yet.
      readChanged(client, updateCase.changes);
      throw error;
    }
  };
  /** Others were faster than Undo: the case is shown as it is, and what it is says what can be done. */
  const tellChanged = async (after: Case, before: Case) => {
    try {
      const { case: one } = await call(getCase, { params: { case_id: after.id } });
      onMove?.(one, after.display_status, one.display_status);
      readChanged(client, updateCase.changes);
      const { word } = caseStates[one.display_status];
      const wanted = caseStates[before.display_status].word;
      const changed = `${nameOf(one)} has been changed since and is “${word}”, so nothing is undone.`;
      toast(`${changed} See its history, or set it to “${wanted}” yourself.`, { failed: true, about: `case ${one.id}` });
    } catch (error) {
      failed(error);
    }
  };
  const done = (before: Case, { case: after, undo_event_id: event_id, interruptedRunIds }: Reply<typeof updateCase>, text: string) => {
    const about = `case ${after.id}`;
    const back = async (params: { case_id: string; event_id: string }) => {
      try {
        // With why it failed, which the change took from it.
        const known = { ...after, failure_reason: before.failure_reason };
        await move(known, after.display_status, before.display_status, () => undo.mutateAsync({ params }));
        toast(`Undone. ${nameOf(after)} is “${caseStates[before.display_status].word}” again`, { about });
      } catch (error) {
        if (error instanceof ApiError && error.code === "case_changed") await tellChanged(after, before);
        else failed(error);
      }
    };
    const undoing = event_id ? { undo: () => void back({ case_id: after.id, event_id }) } : {};
    toast(interruptedRunIds.length > 0 ? `${text}, and its run is stopped` : text, { about, ...undoing });
  };
  return {
    /** A state is on its way to the service. */
    setting: update.isPending || undo.isPending,
    set: async (one: Case, status: CaseStatus) => {
      const change = () => update.mutateAsync({ params: { case_id: one.id }, body: { status } });
      try {
        done(one, await move(one, one.display_status, status, change), `${nameOf(one)} is set to “${caseStates[status].word}”`);
      } catch (error) {
        failed(error);
      }
    },
    /** Throws what the service has against it, for the form. */
    postpone: async (one: Case, to: Date) => {
      const reply = await update.mutateAsync({ params: { case_id: one.id }, body: { postponed_to: to.toISOString() } });
      onMove?.(reply.case, one.display_status, reply.case.display_status);
      done(one, reply, `${nameOf(one)} is postponed`);
    },
    release: async (one: Case) => {
      try {
        done(
          one,
          await update.mutateAsync({ params: { case_id: one.id }, body: { postponed_to: null } }),
          `${nameOf(one)} is available now`,
        );
      } catch (error) {
        failed(error);
      }
    },
  };
}
