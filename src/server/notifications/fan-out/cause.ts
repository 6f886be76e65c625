import type { NotificationSeverity, NotificationType } from "#contract/notifications/notification-words.ts";

/** What people are told of: one or several events that happened for the same reason. */
export interface Cause {
  /** The same reason has the same key: what happens again counts on. */
  readonly key: string;
  readonly type: NotificationType;
  readonly severity: NotificationSeverity;
  readonly team_id: string;
  readonly title: string;
  readonly body: string | null;
  /** Who is told in any case: whose run, schedule or connection it is. */
  readonly people: readonly string[];
  /** Whether whoever created the agent is told too. */
  readonly creator: boolean;
  readonly agent_id: string | null;
  readonly run_id: string | null;
  readonly queue_id: string | null;
  readonly case_id: string | null;
  readonly build_id: string | null;
  readonly connection_id: string | null;
  readonly artifact_id: string | null;
  readonly process_id: string | null;
  /** What it is over by: the same words as in {@link Ending}. Null: a person has to look, whatever happens next. */
  readonly ends: string | null;
  /** When it happened last, and how often. */
  readonly at: string;
  readonly count: number;
  /** A list of what it is about has nothing that is older, and all of it. */
  readonly since: string;
  /** How several of it are told as one. Null: only the last of them is told. */
  readonly several: Several | null;
}

/** Cases or runs that are counted, each once, however often it happened. */
export interface Several {
  readonly of: "failed_cases" | "evaluated_cases" | "failed_runs" | "evaluated_runs";
  readonly title: (count: string) => string;
  /** Where the console lists them: a path below the team. */
  readonly list: string;
}

const nothing = {
  people: [],
  creator: false,
  agent_id: null,
  run_id: null,
  queue_id: null,
  case_id: null,
  build_id: null,
  connection_id: null,
  artifact_id: null,
  process_id: null,
  ends: null,
  several: null,
};

/** A cause of one event. */
export function cause(
  of: Pick<Cause, "key" | "type" | "severity" | "team_id" | "title" | "body" | "at"> &
    Partial<Omit<Cause, "people">> & {
      readonly people?: readonly (string | null)[];
    },
): Cause {
  return { ...nothing, count: 1, since: of.at, ...of, people: (of.people ?? []).filter((id) => id !== null) };
}

/**
 * Those of one reason as one, which says the last of them. In the order of what happened last. Runs of several people stay apart: below Manager
 * each is told of their own.
 */
export function together(causes: readonly Cause[]): Cause[] {
  const byKey = new Map<string, Cause>();
  for (const next of causes) {
    const key = [next.team_id, next.key, ...(next.several?.of.endsWith("runs") ? next.people : [])].join(" ");
    const before = byKey.get(key);
    byKey.delete(key);
    byKey.set(key, before ? joined(before, next) : next);
  }
  return [...byKey.values()];
}

function joined(before: Cause, next: Cause): Cause {
  return {
    ...next,
    count: before.count + next.count,
    people: [...new Set([...before.people, ...next.people])],
    since: before.since < next.since ? before.since : next.since,
  };
}
