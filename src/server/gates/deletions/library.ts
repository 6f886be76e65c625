import { updateRevision } from "#contract/agents/revisions.ts";
import type { Config } from "#contract/agents/config.ts";
import { attachRevisionLogin, createCredential, deleteCredential, previewCredentialDeletion } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret, deleteSecret, previewSecretDeletion } from "#contract/connections/secrets.ts";
import { deleteFile, previewFileDeletion, updateFileContent } from "#contract/library/files.ts";
import { deleteSkill, previewSkillDeletion } from "#contract/library/skills.ts";
import { fileOf, skillOf } from "#server/gates/stage/library.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Subject, used, usedShows } from "./subject.ts";

export const librarySubjects: Readonly<Record<string, Subject>> = {
  deleteSecret: {
    table: "secrets",
    make: async (stage) => {
      const { service, teamId } = stage;
      const body = { name: "Mail provider", shared: true, values: { API_KEY: "one two three" } };
      const { id } = await service.ok(createSecret, { params: { teamId }, body });
      await used(stage, (params) => service.ok(attachRevisionSecret, { params, body: { credentialId: id } }));
      return {
        preview: () => service.ok(previewSecretDeletion, { params: { id } }),
        remove: () => service.ok(deleteSecret, { params: { id } }),
      };
    },
    shows: usedShows,
  },
  deleteCredential: {
    table: "logins",
    make: async (stage) => {
      const { service, teamId } = stage;
      const person = { teamId, userId: service.ids.owner };
      const body = { domain: "app.example.com", username: "clerk", password: "example password", shared: true };
      const { id } = await service.ok(createCredential, { params: person, body });
      await used(stage, (params) => service.ok(attachRevisionLogin, { params, body: { exposedCredentialId: id } }));
      const params = { ...person, id };
      return {
        preview: () => service.ok(previewCredentialDeletion, { params }),
        remove: () => service.ok(deleteCredential, { params }),
      };
    },
    shows: usedShows,
  },
  deleteSkill: {
    table: "skills",
    make: async (stage) => {
      const params = { skill_id: await skillOf(stage) };
      await used(stage, ({ buildId }) => named(stage, buildId, { skills: [params.skill_id] }));
      return {
        preview: () => stage.service.ok(previewSkillDeletion, { params }),
        remove: () => stage.service.ok(deleteSkill, { params }),
      };
    },
    shows: { ...usedShows, files: 1 },
  },
  deleteFile: {
    table: "files",
    make: async (stage) => {
      const params = { teamId: stage.teamId, path: await fileOf(stage) };
      await stage.service.ok(updateFileContent, { params, body: { content: "month,total\n3,7\n" } });
      await used(stage, ({ buildId }) => named(stage, buildId, { files: [params.path] }));
      return {
        preview: () => stage.service.ok(previewFileDeletion, { params }),
        remove: () => stage.service.ok(deleteFile, { params }),
      };
    },
    shows: { ...usedShows, versions: 1 },
    unspoken: { file_changes: "What happened to files, the deletion itself included." },
  },
};

/** Has the configuration of a revision name something. */
async function named({ service }: Stage, build_id: string, more: { skills?: string[]; files?: string[] }): Promise<unknown> {
  const { rows } = await service.pool.query<{ config: Config }>("select config from revisions where id = $1", [build_id]);
  const config = rows[0]?.config as Config;
  return service.ok(updateRevision, { params: { build_id }, body: { config: { ...config, data: { ...config.data, ...more } } as Config } });
}
