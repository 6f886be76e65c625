import { read } from "#api/query.ts";
import { getFileVersion, listFileVersions } from "#contract/library/file-versions.ts";
import { getFileContent, listFiles, previewFileDeletion } from "#contract/library/files.ts";
import { listPluginCatalog } from "#contract/library/plugins.ts";
import { getSkillFileContent, listSkillFiles } from "#contract/library/skill-files.ts";
import { listSkillAssignments, listSkills, previewSkillDeletion } from "#contract/library/skills.ts";

/** Every file of a team, by path. */
export const filesOf = (teamId: string) => read(listFiles, { params: { teamId } });

export const contentOf = (teamId: string, path: string) => ({
  ...read(getFileContent, { params: { teamId, path } }),
  // What is on screen may be older than what is stored; an editor must not begin with it.
  staleTime: 0,
});

export const versionsOf = (teamId: string, path: string) => read(listFileVersions, { params: { teamId, path } });

export const versionContentOf = (teamId: string, path: string, version: number) =>
  read(getFileVersion, { params: { teamId, path }, query: { version: String(version) } });

/** A team's skills by name, then those that come with the service. */
export const skillsOf = (teamId: string) => read(listSkills, { params: { teamId } });

export const pluginsRead = () => read(listPluginCatalog, {});

export const skillFilesOf = (skillId: string) => read(listSkillFiles, { params: { skill_id: skillId } });

export const skillTextOf = (skillId: string, path: string) => ({
  ...read(getSkillFileContent, { params: { skill_id: skillId, path } }),
  staleTime: 0,
});

export const assignmentsOf = (teamId: string, skillId: string) =>
  read(listSkillAssignments, { params: { skill_id: skillId }, query: { team_id: teamId } });

export const fileDeletionRead = (teamId: string, path: string) => read(previewFileDeletion, { params: { teamId, path } });

export const skillDeletionRead = (skillId: string) => read(previewSkillDeletion, { params: { skill_id: skillId } });
