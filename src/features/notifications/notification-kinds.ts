import type { NotificationSeverity, NotificationType } from "#contract/notifications/notification-words.ts";

/** What each kind is called: one of them, several, and in a sentence of the settings. */
export const kinds: Readonly<Record<NotificationType, { readonly one: string; readonly many: string; readonly says: string }>> = {
  critical_case_issue: { one: "critical case issue", many: "critical case issues", says: "A case fails a critical rubric" },
  critical_eval_issue: { one: "critical run issue", many: "critical run issues", says: "A run fails a critical rubric" },
  connection_broken: { one: "broken connection", many: "broken connections", says: "A connection needs to be signed in again" },
  case_failed: { one: "failed case", many: "failed cases", says: "A case fails" },
  schedule_issue: { one: "schedule issue", many: "schedule issues", says: "A scheduled run does not start" },
  config_proposal: {
    one: "proposal",
    many: "proposals",
    says: "A change or a suggestion waits for review, or you are asked about a process",
  },
  case_issue: { one: "case issue", many: "case issues", says: "A case fails a rubric" },
  eval_issue: { one: "run issue", many: "run issues", says: "A run fails a rubric" },
  job_issue: { one: "failed run", many: "failed runs", says: "A run fails" },
  background_job: {
    one: "update",
    many: "updates",
    says: "A job or an export that you started ends, or a dashboard fails or is published",
  },
  job_done: { one: "completed run", many: "completed runs", says: "A run that you started completes" },
};

/** What is done about it where it leads, in a word; without one it is looked at. */
export const actions: Readonly<Partial<Record<NotificationType, string>>> = {
  connection_broken: "Reconnect",
  schedule_issue: "Schedule",
  config_proposal: "Review",
};

/** A severity as {@link Status} draws it. */
export const severityLook = {
  success: { look: "done", word: "Done" },
  info: { look: "asks", word: "For you" },
  warning: { look: "failed", word: "Warning" },
  critical: { look: "failed", word: "Critical" },
} as const satisfies Record<NotificationSeverity, object>;

/** What is over by itself, however bad it was. */
export const resolvedLook = { look: "over", word: "Resolved" } as const;
