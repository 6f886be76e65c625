import { randomUUID } from "node:crypto";
import { type Examples, team } from "./example.ts";
import { endings, filters, ofQueue, order } from "./cases.ts";
import { runFilters } from "./runs.ts";

const csv = { format: "csv" } as const;
/** Named and not looked at: a filter by an id of nothing leaves nothing. */
const automation_id = randomUUID();

/** Of every list as a file: each filter of the list, a format and a choice of columns. */
export const exportsExamples: Examples<"agentExport" | "caseExport" | "fileExport" | "queueExport" | "runExport"> = {
  agentExport: {
    exportAgents: {
      input: (stage) => ({
        ...team(stage),
        body: {
          ...csv,
          columns: ["name", "live"],
          automation_id,
          folder_id: automation_id,
          search: "Example",
          health: "any",
        },
      }),
      also: (_stage, { params }) => [{ params, body: { format: "json", folder_id: "root" } }],
    },
  },
  caseExport: {
    exportCases: {
      input: async (stage) => ({
        ...(await ofQueue(stage)),
        body: { filters, search: "refund", ...order, ...csv, columns: ["title", "data"] },
      }),
      also: (_stage, { params }) => [{ params, body: { format: "json", filters: endings } }],
    },
  },
  fileExport: {
    exportFiles: {
      input: (stage) => ({ ...team(stage), body: { ...csv, columns: ["name"], folder: "reports", search: "march csv" } }),
      also: (_stage, { params }) => [{ params, body: { format: "json" } }],
    },
  },
  queueExport: {
    exportQueues: {
      input: (stage) => ({ ...team(stage), body: { ...csv, columns: ["name", "all"], automation_id, search: "Refunds" } }),
      also: (_stage, { params }) => [{ params, body: { format: "json" } }],
    },
  },
  runExport: {
    exportRuns: {
      input: (stage) => {
        const { limit: _l, offset: _o, after: _a, ...asked } = runFilters;
        return { ...team(stage), body: { ...asked, ...csv, columns: ["title", "duration"] } };
      },
      also: (_stage, { params }) => [{ params, body: { format: "json" } }],
    },
  },
};
