import { randomUUID } from "node:crypto";
import { fileOf } from "#server/gates/stage.ts";
import { type Examples, team, ofFile } from "./example.ts";

export const libraryExamples: Examples<"files"> = {
  files: {
    listFiles: { input: team },
    createFileUploadUrl: {
      input: (stage) => ({ ...team(stage), body: { fileName: `${randomUUID()}.csv`, contentType: "text/csv; charset=utf-8" } }),
    },
    getFileContent: { input: ofFile },
    updateFileContent: { input: async (stage) => ({ ...(await ofFile(stage)), body: { content: "month,total\n" } }) },
    getFileDownloadUrl: { input: ofFile },
    renameFile: {
      input: async (stage) => ({ ...team(stage), body: { relativePath: await fileOf(stage), newFilenameOnly: `renamed-${randomUUID()}` } }),
    },
    deleteFile: { input: ofFile },
  },
};
