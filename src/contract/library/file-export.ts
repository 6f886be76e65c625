import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import type { ListColumns } from "#contract/list.ts";
import { queryOf } from "#contract/list-query.ts";
import { z } from "#contract/zod.ts";
import { fileList } from "./file-list.ts";
import { listFiles, TeamFile } from "./files.ts";

export const fileColumns = {
  name: { header: "Name", file: { id: (row) => row.id, path: (row) => row.path, name: (row) => row.name } },
  type: { header: "Type", width: "120px", from: "md", file: { type: (row) => row.metadata?.mimetype ?? null } },
  size: { header: "Size", width: "96px", align: "end", file: { bytes: (row) => row.metadata?.size ?? null } },
  changed: { header: "Changed", width: "136px", from: "sm", align: "end", file: { changed_at: (row) => row.updated_at ?? null } },
  actions: { header: "", width: "56px", align: "end" },
} as const satisfies ListColumns<TeamFile>;

const file = fileOf(fileColumns, { more: { created_at: (row: TeamFile) => row.created_at ?? null } });

export const exportFiles = endpoint({
  name: "exportFiles",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/exports/files",
  area: "Files",
  summary: "What a list of a team's files says, as a file, by path",
  access: listFiles.access,
  reads: listFiles.reads,
  ours: exportOurs,
  params: listFiles.params,
  body: z.strictObject({
    /** Files below a folder, however deep; and words that the path contains, each anywhere behind the folder, case ignored. */
    ...queryOf(fileList),
    ...exportForm(file),
  }),
  exports: file,
  reply: TeamFile,
  errors: ["too_many"],
});
