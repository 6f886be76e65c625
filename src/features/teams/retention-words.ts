import type { RetentionKind } from "#contract/teams/retention.ts";

/** What people read of what can be removed after a time. */
export const retentionWords: Record<RetentionKind, { title: string; note: string; one: string; many: string }> = {
  runs: {
    title: "Runs",
    note: "With transcripts, requests and files. Cases, their history and the scores of agents stay.",
    one: "run",
    many: "runs",
  },
  sandboxes: {
    title: "Files of runs",
    note: "What runs were given and what they made. The runs stay. Library files and attachments of cases are not affected.",
    one: "sandbox",
    many: "files of runs",
  },
};
