import { findTeamFiles } from "#server/library/files/files.store.ts";
import type { AccessSource } from "./source.ts";

const everyFile = { kind: "file", id: "*", name: "Every file of the team" } as const;

/** A program reads what it declares and may write any team file; a model with the files tool reads and writes all of them. */
export const files: AccessSource = async ({ config, context: { db, team } }) => {
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
