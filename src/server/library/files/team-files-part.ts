import { findTeamFiles } from "./files.store.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Declared team files that the team does not have: no program starts without them. */
const teamFiles: Check = async ({ config: { data }, context: { db, team } }) => {
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

const everyFile = { kind: "file", id: "*", name: "Every file of the team" } as const;

/** A program reads what it declares and may write any team file; a model with the files tool reads and writes all of them. */
const files: AccessSource = async ({ config, context: { db, team } }) => {
  if (!config) return [];
  const { data } = config;
  const paths = [...new Set(data.files ?? [])];
  const known = new Set((await findTeamFiles(db, team.id, paths)).map(({ path }) => path));
  const declared = paths.map((path) => ({
    kind: "file" as const,
    id: path,
    name: path,
    detail: known.has(path) ? "read only" : "read only, missing from team files",
  }));
  if ("language" in data) return [{ ...everyFile, detail: "write; read only if declared" }, ...declared];
  const named = data.tools ?? [];
  const reachesAll = named.length === 0 || named.some(({ type }) => type === "files");
  return [...(reachesAll ? [{ ...everyFile, detail: "read and written" }] : []), ...declared];
};

/** The team files that a configuration declares. */
export const teamFilesPart: RevisionPart = { name: "team files", checks: [teamFiles], reach: files };
