import type { EventFacts } from "#contract/schedules/trigger-filter.ts";
import type { MatchOutcome, TriggerSlug, TriggerType } from "#contract/schedules/trigger-words.ts";
import type { State } from "#ui/status.tsx";

export const sourceWords: Record<TriggerSlug, { readonly title: string; readonly about: string }> = {
  cases: { title: "Cases", about: "What happens to cases of this team starts a run." },
  runs: { title: "Runs", about: "What runs of this team come to starts a run. Below Manager only your own runs do." },
};

export const typeWords: Record<TriggerType, string> = {
  case_created: "A case arrives in a queue",
  case_completed: "An agent completes a case",
  case_failed: "An agent fails a case",
  case_status_changed: "A person changes the status of a case",
  run_completed: "A run completes",
  run_failed: "A run fails",
  run_interrupted: "A run is stopped",
  run_waiting: "A run asks a person",
};

/** What came of an event, and why nothing started. */
export const matchWords: Record<MatchOutcome, State & { readonly why?: string }> = {
  started: { look: "done", word: "Started" },
  waiting: { look: "queued", word: "Waiting", why: "Its run starts soon. A trigger starts at most 60 runs a minute." },
  filtered: { look: "past", word: "Filtered" },
  own_run: { look: "past", word: "Own run", why: "A run of this trigger caused it." },
  too_many_hops: { look: "stopped", word: "Stopped", why: "Triggers started each other five times in a row." },
  paused: { look: "idle", word: "Paused", why: "The trigger was paused before the run started." },
  no_live: { look: "failed", word: "No live revision", why: "The agent had no live revision." },
  owner_left: { look: "failed", word: "Owner left", why: "The owner of the trigger is no longer in the team." },
};

/** Which field of the filter an event did not match. */
export function fieldInWords(field: string, { priority }: EventFacts): string {
  switch (field) {
    case "queue_id":
      return "Another queue";
    case "agent_id":
      return "Not by this agent";
    case "priority":
      return `Its priority is ${priority ?? "not known"}`;
    default:
      return "The title does not contain the text";
  }
}
