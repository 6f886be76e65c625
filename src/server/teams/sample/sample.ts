import type * as contract from "#contract/teams/sample.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { askForSample, lockSample, readSample } from "./sample.store.ts";

export const sampleHandlers: Handlers<typeof contract> = {
  async getSampleWorkspace({ params: { teamId } }, { db }) {
    return readSample(db, teamId);
  },

  async loadSampleWorkspace({ params: { teamId } }, context) {
    const { db, caller } = context;
    const sample = await lockSample(db, teamId);
    if (sample?.goal === "absent") throw refuse("sample_busy");
    if (sample && sample.status !== "failed") context.unchanged();
    else await askForSample(db, { teamId, userId: caller.userId }, "loaded");
    return readSample(db, teamId);
  },

  // A load that is under way is let be: what it makes at this moment is noted by it alone.
  async removeSampleWorkspace({ params: { teamId } }, context) {
    const { db, caller } = context;
    const sample = await lockSample(db, teamId);
    if (sample?.goal === "loaded" && sample.status === "running") throw refuse("sample_busy");
    if (!sample || sample.status === "running") context.unchanged();
    else await askForSample(db, { teamId, userId: caller.userId }, "absent");
    return readSample(db, teamId);
  },
};
