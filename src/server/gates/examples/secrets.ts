import { getRevisionAgreement } from "#contract/connections/agreements.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, roleIn } from "#server/gates/stage/stage.ts";
import { type Examples, team } from "./example.ts";
import { author, managing, revisionOf } from "./owned.ts";

const values = { API_KEY: "example value one", API_URL: "example value two" };

/** A secret that the caller may change: a shared one for Managers, else one's own. */
async function secretOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const body = { name: "Example secret", shared, values };
  return (await stage.service.ok(createSecret, { ...team(stage), body }, shared ? { as: stage.owner } : author(stage))).id;
}
const ofSecret = async (stage: Stage) => ({ params: { id: await secretOf(stage) } });

/** A Builder attaches what is shared to an agent of their own, a Member what is personal to any. */
const attachable = (stage: Stage) => secretOf(stage, atLeast(roleIn(stage), "team:builder"));

async function personallyAttached(stage: Stage) {
  const params = await revisionOf(stage);
  const credentialId = await secretOf(stage, false);
  await stage.service.ok(attachRevisionSecret, { params, body: { credentialId } }, author(stage));
  return { params };
}

export const secretsExamples: Examples<"agreements" | "secrets"> = {
  agreements: {
    getRevisionAgreement: { input: personallyAttached },
    agreeToRevision: {
      input: async (stage) => {
        const address = await personallyAttached(stage);
        const { fingerprint } = await stage.service.ok(getRevisionAgreement, address, author(stage));
        return { ...address, body: { fingerprint } };
      },
    },
  },
  secrets: {
    listSecrets: { input: team },
    createSecret: {
      input: (stage) => ({
        ...team(stage),
        body: { name: "Example secret", service_slug: "example", shared: managing(stage), values },
      }),
    },
    getSecret: { input: ofSecret },
    updateSecret: {
      input: async (stage) => ({
        ...(await ofSecret(stage)),
        body: {
          name: "Other name",
          service_slug: "other",
          shared: managing(stage),
          rename_keys: { API_KEY: "TOKEN" },
          remove_keys: ["API_URL"],
          add_values: { REGION: "north" },
        },
      }),
      also: (_stage, { params, body: { name, service_slug } = {} }) => [
        { params, body: { ...(name && { name }), ...(service_slug && { service_slug }), values: { ONLY: "another" } } },
      ],
      compared: ["body.rename_keys", "body.rename_keys{}", "body.remove_keys", "body.remove_keys[]"],
    },
    deleteSecret: { input: ofSecret },
    previewSecretDeletion: { input: ofSecret },
    listSecretUses: { input: ofSecret },
    listRevisionSecrets: { input: async (stage) => ({ params: await revisionOf(stage) }) },
    attachRevisionSecret: {
      input: async (stage) => ({ params: await revisionOf(stage), body: { credentialId: await attachable(stage) } }),
      owned: "forbidden",
    },
    detachRevisionSecret: {
      input: async (stage) => {
        const params = await revisionOf(stage);
        const credentialId = await attachable(stage);
        await stage.service.ok(attachRevisionSecret, { params, body: { credentialId } }, author(stage));
        return { params: { ...params, credentialId } };
      },
      owned: "forbidden",
    },
  },
};
