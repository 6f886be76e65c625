import { resources } from "#contract/index.ts";
import { libraryEvents } from "#contract/library/events.ts";
import { area } from "#server/engine/area.ts";
import { fileVersionHandlers } from "./files/file-versions.ts";
import { fileExportHandlers } from "./files/file-export.ts";
import { fileHandlers } from "./files/files.ts";
import { pluginHandlers } from "./skills/plugins.ts";
import { skillFileHandlers } from "./skills/skill-files.ts";
import { skillHandlers } from "./skills/skills.ts";
import { teamFileUpload } from "./files/team-file-upload.ts";
import { refusalOf } from "./room/room.ts";
import { librarySweeps } from "./sweeps.ts";
import { listFilesTool, readFileTool, writeFileTool } from "./tools/files.ts";
import { fileCalls } from "./tools/file-calls.ts";
import { readSkillTool } from "./tools/read-skill.ts";
import { teamFilesPart } from "./files/team-files-part.ts";
import { libraryOwners } from "./owners.ts";
import { skillsPart } from "./skills/skills-part.ts";

/** The files, skills and plugins of a team, and the room that they take. */
export const library = area({
  name: "library",
  contract: resources,
  owns: libraryOwners,
  events: libraryEvents,
  handlers: {
    fileVersions: fileVersionHandlers,
    fileExport: fileExportHandlers,
    files: fileHandlers,
    plugins: pluginHandlers,
    skillFiles: skillFileHandlers,
    skills: skillHandlers,
  },
  uploads: [teamFileUpload],
  revisionParts: [teamFilesPart, skillsPart],
  refusals: [refusalOf],
  tools: [listFilesTool, readFileTool, writeFileTool, readSkillTool],
  programCalls: fileCalls,
  sweeps: librarySweeps,
});
