import { randomUUID } from "node:crypto";
import { sampleOf } from "#server/gates/stage/sample.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { listViewOf } from "#server/gates/stage/teams.ts";
import { type Examples, page, team } from "./example.ts";

const ofRuns = (stage: Stage) => ({ params: { teamId: stage.teamId, list: "runs" as const } });

const ofSample = async (stage: Stage) => ({ params: { teamId: await sampleOf(stage) } });

export const listsExamples: Examples<"listColumns" | "listViews" | "sample" | "visits"> = {
  listColumns: {
    getListColumns: { input: (stage) => ({ params: { teamId: stage.teamId, list: "runs" as const } }) },
    setListColumns: { input: (stage) => ({ params: { teamId: stage.teamId, list: "runs" as const }, body: { hidden: ["source"] } }) },
  },
  visits: { recordVisit: { input: team } },
  sample: {
    getSampleWorkspace: { input: ofSample },
    loadSampleWorkspace: {
      input: ofSample,
      ends: { code: "sample_busy", because: "The sample workspace of the stage is being removed, so that no example makes a whole one." },
    },
    removeSampleWorkspace: { input: ofSample },
  },
  listViews: {
    listListViews: { input: (stage) => ({ ...ofRuns(stage), query: page }) },
    createListView: {
      input: (stage) => ({
        ...ofRuns(stage),
        body: { name: `Failed ${randomUUID()}`, scope: "personal" as const, search: "status=failed" },
      }),
    },
    updateListView: {
      input: async (stage) => ({ params: await listViewOf(stage), body: { name: `Failed ${randomUUID()}`, search: "since=24h" } }),
    },
    deleteListView: { input: async (stage) => ({ params: await listViewOf(stage) }) },
  },
};
