import { endpoint } from "#contract/endpoint.ts";
import { type ExportColumns, exportForm, exportOurs } from "#contract/export.ts";
import { filePath, text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { listFiles, TeamFile } from "./files.ts";

const columns = {
  name: { id: (row) => row.id, path: (row) => row.path, name: (row) => row.name },
  type: { type: (row) => row.metadata?.mimetype ?? null },
  size: { bytes: (row) => row.metadata?.size ?? null },
  changed: { changed_at: (row) => row.updated_at ?? null },
  more: { created_at: (row) => row.created_at ?? null },
} as const satisfies ExportColumns<TeamFile>;

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
    /** Files below it, however deep. */
    folder: filePath.optional(),
    /** Words that the path contains, each anywhere behind the folder; case ignored. */
    search: text(0, 200).optional(),
    ...exportForm(columns),
  }),
  exports: columns,
  reply: TeamFile,
  errors: ["too_many"],
});
