import { getRevisionAgreement } from "#contract/connections/agreements.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret } from "#contract/connections/secrets.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, roleIn } from "#server/gates/stage/stage.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { type Examples, page, team } from "./example.ts";

const values = { API_KEY: "example value one", API_URL: "example value two" };
const managing = (stage: Stage) => atLeast(roleIn(stage), "team:manager");
/** Whoever may not use the team at all is shown what the Owner has. */
const author = (stage: Stage) => ({ as: atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner });

/** A secret that the caller may change: a shared one for Managers, else one's own. */
async function secretOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const body = { name: "Example secret", shared, values };
  return (await stage.service.ok(createSecret, { ...team(stage), body }, shared ? { as: stage.owner } : author(stage))).id;
}
const ofSecret = async (stage: Stage) => ({ params: { id: await secretOf(stage) } });

async function revisionOf(stage: Stage): Promise<{ agentId: string; buildId: string }> {
  const agent = await agentOf(stage);
  return { agentId: agent.id, buildId: agent.buildId };
}

/** A Builder attaches what is shared to an agent of their own, a Member what is personal to any. */
const attachable = (stage: Stage) => secretOf(stage, atLeast(roleIn(stage), "team:builder"));

const seed = "JBSWY3DPEHPK3PXP";
const signIn = { domain: "app.example.com", username: "clerk@example.com", password: "example password", otp_secret: seed };

/** The address of the caller's logins. */
const ofPerson = (stage: Stage) => {
  const { as } = author(stage);
  return { params: { teamId: stage.teamId, userId: stage.service.ids[as] } };
};

async function loginOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const as = shared ? stage.owner : author(stage).as;
  const params = { teamId: stage.teamId, userId: stage.service.ids[as] };
  return (await stage.service.ok(createCredential, { params, body: { ...signIn, shared } }, { as })).id;
}
const ofLogin = async (stage: Stage) => ({ params: { ...ofPerson(stage).params, id: await loginOf(stage) } });
const attachableLogin = (stage: Stage) => loginOf(stage, atLeast(roleIn(stage), "team:builder"));

async function personallyAttached(stage: Stage) {
  const params = await revisionOf(stage);
  const credentialId = await secretOf(stage, false);
  await stage.service.ok(attachRevisionSecret, { params, body: { credentialId } }, author(stage));
  return { params };
}

export const connectionsExamples: Examples<"agreements" | "integrations" | "secrets" | "logins"> = {
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
  integrations: { listIntegrations: { input: (stage) => ({ ...team(stage), query: { ...page, type: "case-queue-producer" } }) } },
  logins: {
    listCredentials: { input: (stage) => ({ ...ofPerson(stage), query: { domain: "app.example.com" } }) },
    createCredential: { input: (stage) => ({ ...ofPerson(stage), body: { ...signIn, shared: managing(stage) } }) },
    getCredential: { input: ofLogin },
    updateCredential: {
      input: async (stage) => ({
        ...(await ofLogin(stage)),
        body: { ...signIn, domain: "other.example.com", password: "another password", shared: managing(stage) },
      }),
    },
    deleteCredential: { input: ofLogin },
    previewCredentialDeletion: { input: ofLogin },
    listCredentialUses: { input: ofLogin },
    listRevisionLogins: { input: async (stage) => ({ params: await revisionOf(stage) }) },
    attachRevisionLogin: {
      input: async (stage) => ({ params: await revisionOf(stage), body: { exposedCredentialId: await attachableLogin(stage) } }),
      owned: "forbidden",
    },
    detachRevisionLogin: {
      input: async (stage) => {
        const params = await revisionOf(stage);
        const exposedCredentialId = await attachableLogin(stage);
        await stage.service.ok(attachRevisionLogin, { params, body: { exposedCredentialId } }, author(stage));
        return { params: { ...params, exposedCredentialId } };
      },
      owned: "forbidden",
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
