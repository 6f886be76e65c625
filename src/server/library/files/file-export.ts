import { soughtBy } from "#contract/sought.ts";
import type * as contract from "#contract/library/file-export.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { toTeamFile } from "./files.ts";
import { type FileRecord, listTeamFiles } from "./files.store.ts";

export const fileExportHandlers: Handlers<typeof contract> = {
  async exportFiles({ body: { folder, search = "" } }, { db, team }) {
    const prefix = folder === undefined ? "" : `${folder}/`;
    const isSought = soughtBy(search);
    const fits = ({ path }: FileRecord) => path.startsWith(prefix) && isSought(path.slice(prefix.length));
    const files = (await listTeamFiles(db, team.id)).filter(fits);
    return { name: "files", total: files.length, pages: asOnePage(files) };
  },
};

/** A team has no more files than one answer of their list takes. */
async function* asOnePage(files: readonly FileRecord[]) {
  yield files.map(toTeamFile);
}
