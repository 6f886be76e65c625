import type { ClarityExport } from "#contract/clarity/exports.ts";
import type { State } from "#ui/status.tsx";

export const exportStates: Readonly<Record<ClarityExport["status"], State>> = {
  queued: { look: "queued", word: "Queued" },
  running: { look: "working", word: "Running" },
  completed: { look: "done", word: "Completed" },
  failed: { look: "failed", word: "Failed" },
};

export const isUnderWay = ({ status }: Pick<ClarityExport, "status">) => status === "queued" || status === "running";
