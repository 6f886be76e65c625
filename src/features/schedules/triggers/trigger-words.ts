import { type Comparison, type Condition, isNumber } from "#contract/schedules/payload-conditions.ts";
import type { TriggerFilter } from "#contract/schedules/trigger-filter.ts";
import type { MatchOutcome, TriggerSlug, TriggerType } from "#contract/schedules/trigger-words.ts";
import type { State } from "#ui/status.tsx";

export const sourceWords: Record<TriggerSlug, { readonly title: string; readonly about: string }> = {
  cases: { title: "Cases", about: "Starts when a case in this team changes." },
  runs: {
    title: "Runs",
    about: "Starts when a run in this team ends, is stopped or asks a person. Builders and Members: only your own runs.",
  },
  "team-files": { title: "Files", about: "Starts when a person or another agent adds, replaces or deletes a file." },
  "mcp-resources": { title: "Resources", about: "Starts when a resource of an MCP server is added, changed or removed." },
  imap: { title: "Mailbox", about: "Starts when an email arrives in a mailbox folder." },
  webhook: { title: "Other services", about: "Starts when another service sends an event to a webhook source." },
};

/** Of a trigger that is not paused, and whose webhook source is. */
export const sourcePaused: State = { look: "idle", word: "Source paused" };

export const typeWords: Record<TriggerType, string> = {
  case_created: "A case arrives in a queue",
  case_completed: "An agent completes a case",
  case_failed: "An agent fails a case",
  case_status_changed: "A person changes the status of a case",
  run_completed: "A run completes",
  run_failed: "A run fails",
  run_interrupted: "A run is stopped",
  run_waiting: "A run asks a person",
  file_added: "A file arrives in the team’s files",
  file_changed: "A file gets new content",
  file_removed: "A person deletes a file",
  resource_added: "A server offers a further resource",
  resource_changed: "The content of a resource changes",
  resource_removed: "A server no longer offers a resource",
  mail_received: "An email arrives",
  webhook_received: "An event arrives at a webhook source",
};

/** What came of an event, and why nothing started. */
export const matchWords: Record<MatchOutcome, State & { readonly why?: string }> = {
  started: { look: "done", word: "Started" },
  replayed: { look: "done", word: "Replayed", why: "A person started a run with this event." },
  waiting: { look: "queued", word: "Waiting", why: "Its run starts soon. A trigger starts at most 60 runs a minute." },
  filtered: { look: "past", word: "Filtered" },
  own_run: { look: "past", word: "Own run", why: "A run of this trigger caused it." },
  own_agent: { look: "past", word: "Own file", why: "A run of this agent changed the file." },
  too_many_hops: { look: "stopped", word: "Stopped", why: "Triggers started each other five times in a row." },
  too_many_runs: { look: "stopped", word: "Too many runs", why: "The run that led to this event has led to as many others as it may." },
  paused: { look: "idle", word: "Paused", why: "The trigger was paused before the run started." },
  no_live: { look: "failed", word: "No live revision", why: "The agent had no live revision." },
  missing_connection: { look: "failed", word: "No connection", why: "A connection that the agent needs was missing." },
  owner_left: { look: "failed", word: "Owner left", why: "The owner of the trigger is no longer in the team." },
};

export const comparisonWords: Record<Comparison, string> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  more_than: "is more than",
  less_than: "is less than",
  is_there: "is there",
};

/** A condition as a sentence has it. */
function conditionInWords({ path, is, value }: Condition): string {
  return is === "is_there" ? `${path} is there` : `${path} ${comparisonWords[is]} ${quoted(value)}`;
}

/** What a filter wants of an event that another service sends. */
export function wantedInWords({ event_type, conditions = [] }: TriggerFilter): string[] {
  return [...(event_type ? [`type “${event_type}”`] : []), ...conditions.map(conditionInWords)];
}

/** A value of an event within a sentence: a text in quotes, a number as it is. */
export function quoted(value: string): string {
  return isNumber(value) ? value : `“${value}”`;
}
