import { list } from "#contract/list.ts";

const whose = { kind: "choice", label: "Whose decisions", any: "Mine", options: { team: "All of the team" } } as const;

/** What waits to be decided about cases. Whose it is has tabs of its own. */
export const approvalList = list({
  name: "approvals",
  words: ["request", "requests"],
  filters: { whose: { ...whose, place: true } },
});

/** What was decided about cases, newest first. */
export const decisionList = list({
  name: "decisions",
  words: ["decision", "decisions"],
  filters: {
    whose: { ...whose, place: true },
    decision: {
      kind: "choice",
      label: "Decision",
      any: "Any decision",
      options: { approved: "Approved", rejected: "Declined" },
    },
  },
});
