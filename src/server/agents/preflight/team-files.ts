import { findTeamFiles } from "#server/library/files/files.store.ts";
import type { Check } from "./check.ts";

/** Declared team files that the team does not have: no program starts without them. */
export const teamFiles: Check = async ({ config: { data }, context: { db, team } }) => {
  const known = new Set((await findTeamFiles(db, team.id, data.files ?? [])).map(({ path }) => path));
  return [...new Set(data.files ?? [])]
    .filter((path) => !known.has(path))
    .map((path) => ({
      code: "team_file_missing",
      severity: "language" in data ? "blocks" : "warns",
      message:
        "language" in data
          ? `The team has no file ${path}. Every run fails before the program starts.`
          : `The team has no file ${path}. Reading it, and every Python call, fails.`,
      subject: { id: null, name: path },
      fix: "upload_file",
    }));
};
