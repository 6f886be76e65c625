import { randomUUID } from "node:crypto";
import type { Stage } from "#server/gates/stage/stage.ts";
import type { Examples } from "./example.ts";

const passwordOf = (stage: Stage) => stage.self?.password ?? "correct horse battery";

/** The code of a program that asks. */
async function codeOf({ service }: Stage): Promise<string> {
  const [user_code, device_hash] = [randomUUID(), randomUUID()].map((id) =>
    id
      .replaceAll(/[^a-f]/g, "")
      .toUpperCase()
      .padEnd(16, "X")
      .slice(0, 16),
  );
  await service.pool.query(
    `insert into device_logins (id, device_hash, user_code, program, address, reads_only, expires_at, interval_seconds)
      values (gen_random_uuid(), $1, $2, 'caseload', '127.0.0.1', false, now() + interval '10 minutes', 5)`,
    [`${device_hash}${randomUUID()}`, user_code],
  );
  return user_code ?? "";
}

const noProvider = { code: "no_provider", because: "The examples have no provider beside the service." } as const;

const notStarted = { code: "sign_in_over", because: "No browser has started this sign-in." } as const;

const broughtBack = { state: "a-state-that-nobody-has-started", code: "a-code-of-the-provider", iss: "https://sign-in.example.com" };

export const signInExamples: Examples<"authorizations" | "deviceLogins" | "passwordResets" | "session" | "singleSignOn"> = {
  session: {
    getSession: { input: () => ({}) },
    signIn: {
      input: () => ({ body: { email: "nobody@example.com", password: "correct horse battery" } }),
      ends: { code: "wrong_credentials", because: "A success would end in a cookie; the sessions of the other examples come from it." },
    },
    verifySecondFactor: {
      input: () => ({ body: { code: "123456" } }),
      ends: { code: "wrong_code", because: "No sign-in waits for a code." },
    },
    signOut: { input: () => ({}) },
    signOutEverywhere: { input: () => ({ query: { revoke_api_keys: "false" as const } }) },
    changePassword: {
      input: (stage) => ({
        body: { current_password: passwordOf(stage), new_password: "staple correct horse", revoke_api_keys: false },
      }),
    },
    startSecondFactor: { input: (stage) => ({ body: { password: passwordOf(stage) } }) },
    confirmSecondFactor: { input: () => ({ body: { code: "123456" } }), ends: { code: "no_second_factor", because: "None was begun." } },
    removeSecondFactor: {
      input: (stage) => ({ body: { password: passwordOf(stage) } }),
      ends: { code: "no_second_factor", because: "None is active." },
    },
    getSetup: { input: () => ({}) },
    completeSetup: {
      input: () => ({
        body: {
          organization_name: "Example",
          team_name: "Example",
          owner_name: "Example",
          email: "first@example.com",
          password: "correct horse battery",
          sample_workspace: false,
          code: "00000-00000",
        },
      }),
      ends: { code: "already_set_up", because: "The installation has people." },
    },
  },
  passwordResets: {
    requestPasswordReset: {
      input: () => ({ body: { email: "nobody@example.com" } }),
      ends: { code: "no_mail", because: "This installation has no mail server." },
    },
    resetPassword: {
      input: () => ({
        body: {
          token: "rAaII-nmYfpGEm0qtZ0wZIp6kXx_-nXqPkBDBHBmdu5gf3l70CiO-ZZa_GlClbc0a",
          password: "staple correct horse",
          revoke_api_keys: true,
        },
      }),
      ends: { code: "reset_over", because: "The link comes by mail alone." },
    },
  },
  singleSignOn: {
    startProviderSignIn: { input: () => ({ body: { setup_code: "00000-00000" } }), ends: noProvider },
    finishProviderSignIn: {
      input: () => ({
        body: {
          ...broughtBack,
          invite: "the-token-of-an-invite",
          setup: { organization_name: "Example", team_name: "Example", sample_workspace: false },
        },
      }),
      ends: notStarted,
    },
    getProviderLink: { input: () => ({}) },
    startProviderLink: { input: (stage) => ({ body: { password: passwordOf(stage) } }), ends: noProvider },
    finishProviderLink: { input: () => ({ body: broughtBack }), ends: notStarted },
    removeProviderLink: { input: (stage) => ({ body: { password: passwordOf(stage) } }) },
  },
  deviceLogins: {
    startDeviceLogin: { input: () => ({ body: { program: "caseload", machine: "laptop", reads_only: true } }) },
    finishDeviceLogin: {
      input: () => ({ body: { device_code: "a-code-that-no-program-has-got" } }),
      ends: { code: "expired_token", because: "A key is for a program that a person has let in." },
    },
    lookAtDeviceLogin: { input: async (stage) => ({ body: { user_code: await codeOf(stage) } }) },
    decideDeviceLogin: {
      input: async (stage) => ({ body: { user_code: await codeOf(stage), allow: true, team_id: stage.teamId, reads_only: true } }),
    },
  },
  authorizations: {
    getAuthorization: {
      input: () => ({ params: { id: "example" } }),
      ends: { code: "authorization_over", because: "Only a browser that an AI client opened has one that is good." },
    },
    decideAuthorization: {
      input: (stage) => ({ params: { id: "example" }, body: { allow: true, team_id: stage.teamId, reads_only: true } }),
      ends: { code: "authorization_over", because: "Only a browser that an AI client opened has one that is good." },
    },
  },
};
