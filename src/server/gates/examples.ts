import { createHash, randomUUID } from "node:crypto";
import { putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { type TeamRole, atLeast } from "#contract/roles.ts";
import { type EndpointsOf, type Resources, endpointsOf, resources } from "#contract/index.ts";
import { uploadSandboxFile } from "#contract/runs/sandboxes.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { exampleConfigs } from "./example-configs.ts";
import { type Stage, agentOf, draftOf, fileOf, roleIn, sandboxOf, waitingRun } from "./stage.ts";
import type { Input } from "./wire.ts";

/** What the gates have to know about an endpoint beyond its declaration. */
export interface Example<E = EndpointSpec> {
  /** Prepares what the call needs and returns an input with every field that can stand beside the others. */
  readonly input: (stage: Stage) => Promise<CallInput<E>> | CallInput<E>;
  /** Further inputs, so that every field and branch is shown. They need not succeed. */
  readonly also?: (stage: Stage, input: CallInput<E>) => CallInput<E>[];
  /** The call ends in this error instead of a success: why it cannot succeed on a populated installation. */
  readonly ends?: { readonly code: ErrorCode; readonly because: string };
  /** Below Manager one may do this with one's own things only; this is what others get. */
  readonly owned?: "forbidden" | "not_found";
  /** The least role in the team that the input names, where the access rule names no team. */
  readonly least?: TeamRole;
  /** Fields that the handler compares with the store, as patterns: a value inside the limits may still be refused. */
  readonly compared?: readonly string[];
}

/** One example for each endpoint: a missing one does not compile. */
type Examples = { readonly [R in keyof Resources]: { readonly [K in keyof EndpointsOf<Resources[R]>]: Example<Resources[R][K]> } };

const page = { limit: 10, offset: 0 };
const team = (stage: Stage) => ({ params: { teamId: stage.teamId } });
const ofFile = async (stage: Stage) => ({ params: { teamId: stage.teamId, path: await fileOf(stage) } });
const ofRun = async (stage: Stage) => ({ params: { run_id: (await waitingRun(stage)).run_id } });
const ofAgent = async (stage: Stage) => ({ params: { agent_id: (await agentOf(stage)).id } });
const configFields = ["config", "build.config"].flatMap((at) => [
  `body.${at}|1.data.source|1.bundle.files[].sizeBytes`,
  `body.${at}|1.data.source|1.bundle.files`,
]);

function blob(): { sha256: string; bytes: string } {
  const bytes = `print("${randomUUID()}")\n`;
  return { sha256: createHash("sha256").update(bytes).digest("hex"), bytes };
}

const runFilters = {
  ...page,
  sort_by: "created_at",
  sort_order: "desc",
  status: "waiting",
  agent_id: randomUUID(),
  user_id: randomUUID(),
  case_queue_id: randomUUID(),
  source: "api",
  search: "Example",
  has_issues: "true",
  issue_severity: "critical",
  since: "2026-01-31T09:30:00Z",
  digest_id: randomUUID(),
  after: `2026-01-31T09:30:00.000Z_${randomUUID()}`,
} as const;

const startInput = async (stage: Stage) => ({
  agent_id: (await agentOf({ ...stage, as: stage.owner })).id,
  message: "Begin",
  sandbox_id: await sandboxOf(stage),
  webhook_url: "https://hooks.invalid/caseload",
});

async function sandboxFile(stage: Stage): Promise<{ sandbox_id: string; path: string }> {
  const sandbox_id = await sandboxOf(stage);
  const path = "/workspace/reports/march.csv";
  const { ok } = await stage.service.call(
    uploadSandboxFile,
    { params: { sandbox_id }, query: { path }, bytes: "month,total\n" },
    { as: atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner },
  );
  if (!ok) throw new Error("the example's file was not stored");
  return { sandbox_id, path };
}

const passwordOf = (stage: Stage) => stage.self?.password ?? "correct horse battery";

const examples: Examples = {
  agents: {
    listAgents: {
      input: (stage) => ({ ...team(stage), query: { ...page, include_schedules: "true", automation_id: randomUUID(), search: "Example" } }),
    },
    createAgent: {
      input: async (stage) => ({
        ...team(stage),
        body: {
          name: "Further agent",
          type: "agent",
          thread_id: randomUUID(),
          source_build_id: (await agentOf(stage)).buildId,
          build: { name: "First", config: exampleConfigs(stage.teamId)[0] },
        },
      }),
      also: (stage, { params, body }) =>
        exampleConfigs(stage.teamId).map((config) => ({
          params,
          body: { ...body, automation_id: randomUUID(), build: { name: "First", config } },
        })),
      compared: ["body.automation_id", "body.source_build_id", ...configFields],
    },
    getAgent: { input: ofAgent },
    updateAgent: {
      input: async (stage) => {
        const { params } = await ofAgent(stage);
        const rest = {
          name: "Other name",
          slack_enabled: true,
          microsoft_teams_enabled: true,
          agentic_memory_enabled: false,
          thread_id: randomUUID(),
        };
        return { params, body: { pinned: true, ...(atLeast(roleIn(stage), "team:builder") && rest) } };
      },
      owned: "forbidden",
    },
    deleteAgent: { input: ofAgent, owned: "forbidden" },
  },
  apiKeys: {
    listApiKeys: { input: () => ({}) },
    createApiKey: { input: (stage) => ({ body: { name: "Example key", team_id: stage.teamId } }) },
    revokeApiKey: {
      input: async (stage) => ({
        params: {
          id: (await stage.service.ok(createApiKey, { body: { name: "Example key", team_id: stage.teamId } }, { as: stage.as })).api_key.id,
        },
      }),
      owned: "not_found",
    },
    listTeamApiKeys: { input: team },
    createTeamApiKey: { input: (stage) => ({ ...team(stage), body: { name: "Example key" } }) },
  },
  capabilities: { getCapabilities: { input: () => ({}) } },
  codeBlobs: {
    listMissingCodeBlobs: { input: (stage) => ({ ...team(stage), body: { sha256: [blob().sha256] } }) },
    putCodeBlob: {
      input: ({ teamId }) => {
        const { sha256, bytes } = blob();
        return { params: { teamId, sha256 }, bytes };
      },
    },
    getCodeBlob: {
      input: async ({ service, teamId, owner }) => {
        const { sha256, bytes } = blob();
        await service.ok(putCodeBlob, { params: { teamId, sha256 }, bytes }, { as: owner });
        return { params: { teamId, sha256 } };
      },
    },
  },
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
  humanRequests: {
    listHumanRequests: { input: (stage) => ({ ...team(stage), query: { ...page, state: "pending" } }) },
    respondToHumanRequest: {
      input: async (stage) => ({ params: await waitingRun(stage), body: { approved: true } }),
      also: (_stage, { params }) => [{ params, body: { answers: { "Which month?": "March" } } }],
      owned: "forbidden",
    },
  },
  live: { streamEvents: { input: team } },
  messages: {
    listRunMessages: { input: async (stage) => ({ ...(await ofRun(stage)), query: { ...page, search: "Go" } }), owned: "forbidden" },
    postRunMessage: { input: async (stage) => ({ ...(await ofRun(stage)), body: { message: "Go on" } }), owned: "forbidden" },
  },
  profile: {
    getProfile: { input: () => ({}) },
    updateProfile: { input: () => ({ body: { name: "Other name" } }) },
    listMyTeams: { input: () => ({}) },
    getTeam: { input: team },
    listTeamMembers: { input: (stage) => ({ ...team(stage), query: { ...page, search: "member" } }) },
    listMyOrganizations: { input: () => ({}) },
  },
  revisions: {
    listAgentRevisions: { input: async (stage) => ({ ...(await ofAgent(stage)), query: page }) },
    createRevision: {
      input: async (stage) => {
        const agent = await agentOf(stage);
        const target = await agentOf(stage);
        return {
          params: { agent_id: agent.id },
          body: {
            name: "Second",
            config: exampleConfigs(stage.teamId)[0],
            handover_target_ids: [target.id],
            source_build_id: agent.buildId,
          },
        };
      },
      also: (stage, { params, body }) => exampleConfigs(stage.teamId).map((config) => ({ params, body: { ...body, config } })),
      owned: "forbidden",
      compared: ["body.source_build_id", "body.handover_target_ids[]", "body.handover_target_ids", ...configFields],
    },
    getRevision: {
      input: async (stage) => {
        const agent = await agentOf(stage);
        return { params: { agent_id: agent.id, build_id: agent.buildId } };
      },
    },
    updateRevision: {
      input: async (stage) => {
        const target = await agentOf(stage);
        const { buildId } = await draftOf(stage);
        return {
          params: { build_id: buildId },
          body: {
            config: exampleConfigs(stage.teamId)[0],
            handoverTargetIds: [target.id],
            revision_name: "Spring",
            revision_description: "Asks first",
          },
        };
      },
      also: (stage, { params, body }) => exampleConfigs(stage.teamId).map((config) => ({ params, body: { ...body, config } })),
      owned: "forbidden",
      compared: ["body.handoverTargetIds[]", "body.handoverTargetIds", ...configFields],
    },
    promoteRevision: {
      input: async (stage) => ({
        params: { build_id: (await draftOf(stage)).buildId },
        body: { revision_name: "Spring", revision_description: "Asks first" },
      }),
      owned: "forbidden",
    },
  },
  runs: {
    listTeamRuns: { input: (stage) => ({ ...team(stage), query: runFilters }) },
    listRuns: { input: (stage) => ({ query: { ...runFilters, team_id: stage.teamId } }), least: "team:member" },
    startTeamRun: { input: async (stage) => ({ ...team(stage), body: await startInput(stage) }) },
    startRun: { input: async (stage) => ({ body: await startInput(stage) }) },
    getRun: { input: ofRun, owned: "forbidden" },
    getRunDetails: { input: ofRun, owned: "forbidden" },
    stopRun: { input: ofRun, owned: "forbidden" },
  },
  sandboxes: {
    createSandbox: { input: (stage) => ({ body: { team_id: stage.teamId } }), least: "team:member" },
    createSandboxUploadUrl: {
      input: async (stage) => ({ params: { sandbox_id: await sandboxOf(stage) }, body: { path: "/workspace/data.csv" } }),
      owned: "forbidden",
    },
    listSandboxFiles: {
      input: async (stage) => ({ params: { sandbox_id: await sandboxOf(stage) }, query: { path: "/workspace/reports" } }),
      also: (_stage, { params }) => [{ params, query: { path: "/workspace" } }],
      owned: "forbidden",
    },
    uploadSandboxFile: {
      input: async (stage) => ({ params: { sandbox_id: await sandboxOf(stage) }, query: { path: "/workspace/data.csv" }, bytes: "1" }),
      owned: "forbidden",
    },
    getSandboxDownloadUrl: {
      input: async (stage) => {
        const { sandbox_id, path } = await sandboxFile(stage);
        return { params: { sandbox_id }, query: { path } };
      },
      owned: "forbidden",
    },
  },
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
    signOutEverywhere: { input: () => ({}) },
    changePassword: { input: (stage) => ({ body: { current_password: passwordOf(stage), new_password: "staple correct horse" } }) },
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
        },
      }),
      ends: { code: "already_set_up", because: "The installation has people." },
    },
  },
  webhooks: { getWebhookSecret: { input: team } },
};

export interface Subject {
  readonly endpoint: EndpointSpec;
  readonly example: Example;
  readonly title: string;
}

/** Every endpoint with its example. Throws by name when one has none, for whoever runs the tests without the compiler. */
export const subjects: readonly Subject[] = Object.entries(resources).flatMap(([resource, module]) =>
  endpointsOf(module).map(([key, endpoint]): Subject => {
    const example = (examples as unknown as Record<string, Record<string, Example> | undefined>)[resource]?.[key];
    if (!example) throw new Error(`src/server/gates/examples.ts has no example for ${resource}.${key}`);
    return { endpoint, example, title: `${endpoint.method} ${endpoint.path}` };
  }),
);

/** The example's input, whose types the gates do not look at. */
export async function inputFor({ example }: Subject, stage: Stage): Promise<Input> {
  return await example.input(stage);
}
