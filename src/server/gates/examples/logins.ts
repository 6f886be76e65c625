import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, roleIn } from "#server/gates/stage/stage.ts";
import type { Examples } from "./example.ts";
import { author, managing, revisionOf } from "./owned.ts";

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

export const loginsExamples: Examples<"logins"> = {
  logins: {
    listCredentials: { input: (stage) => ({ ...ofPerson(stage), query: { domain: "app.example.com" } }) },
    createCredential: { input: (stage) => ({ ...ofPerson(stage), body: { ...signIn, shared: managing(stage) } }) },
    getCredential: { input: ofLogin },
    updateCredential: {
      input: async (stage) => ({
        ...(await ofLogin(stage)),
        body: { ...signIn, password: "another password", shared: managing(stage) },
      }),
      // What is left out is kept, and is only kept for the host that the login has by then.
      compared: ["body.password", "body.otp_secret"],
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
};
