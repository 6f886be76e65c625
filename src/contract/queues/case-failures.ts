import { failureNames } from "#contract/runs/failure-names.ts";

/**
 * What cases failed by (ours), by the word that filters and figures have: the code of what their run failed by, or one of these. Beside the reason,
 * which is a sentence about one case.
 */
const ownCaseFailures = {
  reported: "Given up by its agent",
  left_open: "Run ended without closing it",
  not_started: "Run could not start",
  set_by_person: "Set by a person",
  /** It failed before causes were kept. */
  not_recorded: "Not recorded",
} as const;

export const caseFailureNames: Readonly<Record<string, string>> = { ...failureNames, stopped: "Run was stopped", ...ownCaseFailures };
