import type { RetentionKind } from "#contract/teams/retention.ts";

interface KindWords {
  readonly title: string;
  readonly question: string;
  readonly one: string;
  readonly many: string;
  /** From when days are counted. */
  readonly after: string;
  readonly removes: string;
  readonly keeps: string;
  /** What its age alone does not remove. */
  readonly except: string;
}

/** What people read of what can be removed after a time. */
export const retentionWords: Record<RetentionKind, KindWords> = {
  runs: {
    title: "Runs",
    question: "How long are runs kept?",
    one: "run",
    many: "runs",
    after: "after a run ends",
    removes: "Runs with their transcripts, requests and files",
    keeps: "Cases, their history and the scores of agents",
    except: "Runs that active work needs are kept.",
  },
  sandboxes: {
    title: "Files of runs",
    question: "How long are files of runs kept?",
    one: "folder of run files",
    many: "folders of run files",
    after: "after a run ends",
    removes: "What runs were given and what they made",
    keeps: "The runs, library files and attachments of cases",
    except: "Files that active work needs are kept.",
  },
  verdicts: {
    title: "Evaluation results",
    question: "How long are evaluation results kept?",
    one: "result",
    many: "results",
    after: "after an evaluation",
    removes: "Results of runs and cases with their reasons and comments; scores of agents no longer count them",
    keeps: "The runs and cases, the rubrics, and whether a case passed",
    except: "Runs and cases that are being evaluated again are not affected.",
  },
  case_events: {
    title: "History of cases",
    question: "How long is the history of cases kept?",
    one: "event",
    many: "events",
    after: "after a case is closed",
    removes: "What happened to closed cases, who did it, and which runs worked on them",
    keeps: "The cases with their data, labels, attachments and results, and why a case failed",
    except: "Open cases, and cases that are being evaluated, keep their history.",
  },
  audit_entries: {
    title: "Audit log",
    question: "How long is the audit log kept?",
    one: "entry",
    many: "entries",
    after: "after an entry is written",
    removes: "Who did what, when and from where, together with the seals of these entries",
    keeps: "What was changed itself, and younger entries with their seals, which can still be verified",
    except: "Entries are removed together with those under the same seal.",
  },
};
