import { randomUUID } from "node:crypto";
import { fileOf, skillOf } from "#server/gates/stage/library.ts";
import { skillText } from "#server/testing/skills.ts";
import { type Examples, ofFile, ofSkill, team } from "./example.ts";

export const libraryExamples: Examples<"fileVersions" | "files" | "plugins" | "skillFiles" | "skills"> = {
  fileVersions: {
    listFileVersions: { input: ofFile },
    getFileVersion: { input: async (stage) => ({ ...(await ofFile(stage)), query: { version: 1 } }) },
    restoreFileVersion: {
      input: async (stage) => ({ ...(await ofFile(stage)), body: { version: 1, expected_version: 1 } }),
    },
    listFileUsers: { input: ofFile },
  },
  files: {
    listFiles: { input: team },
    createFileUploadUrl: {
      input: (stage) => ({ ...team(stage), body: { fileName: `${randomUUID()}.csv`, contentType: "text/csv; charset=utf-8" } }),
    },
    getFileContent: { input: ofFile },
    updateFileContent: { input: async (stage) => ({ ...(await ofFile(stage)), body: { content: "month,total\n", expected_version: 1 } }) },
    getFileDownloadUrl: { input: ofFile },
    renameFile: {
      input: async (stage) => ({ ...team(stage), body: { relativePath: await fileOf(stage), newFilenameOnly: `renamed-${randomUUID()}` } }),
    },
    deleteFile: { input: ofFile },
    previewFileDeletion: { input: ofFile },
  },
  plugins: { listPluginCatalog: { input: () => ({}) } },
  skillFiles: {
    uploadSkill: { input: (stage) => ({ ...team(stage), bytes: skillText(`skill-${randomUUID()}`) }) },
    previewSkillUpload: { input: (stage) => ({ ...team(stage), bytes: skillText(`skill-${randomUUID()}`) }) },
    listSkillFiles: { input: ofSkill },
    getSkillFileContent: {
      input: async (stage) => ({ params: { skill_id: await skillOf(stage), path: "SKILL.md" } }),
    },
    updateSkillFile: {
      input: async (stage) => ({ params: { skill_id: await skillOf(stage), path: "notes/terms.md" }, body: { content: "30 days net\n" } }),
    },
    downloadSkill: { input: ofSkill },
  },
  skills: {
    listSkills: { input: team },
    listSystemSkills: { input: () => ({}) },
    createSkill: {
      input: (stage) => ({
        ...team(stage),
        body: {
          name: `skill-${randomUUID()}`,
          description: "Closes a month",
          content: "# Steps\n",
          license: "Apache-2.0",
          compatibility: "Needs Python 3",
          metadata: { author: "bookkeeping" },
          "allowed-tools": "run_python read_file",
        },
      }),
    },
    deleteSkill: { input: ofSkill },
    previewSkillDeletion: { input: ofSkill },
    listSkillAssignments: {
      input: async (stage) => ({ ...(await ofSkill(stage)), query: { team_id: stage.teamId } }),
    },
  },
};
