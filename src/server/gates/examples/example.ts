import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Resources } from "#contract/index.ts";
import type { EndpointsOf } from "#contract/endpoint.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { fileOf, skillOf } from "#server/gates/stage/library.ts";
import { waitingRun } from "#server/gates/stage/runs.ts";

/** What the gates have to know about an endpoint beyond its declaration. */
export interface Example<E = EndpointSpec> {
  /** Prepares what the call needs and returns an input with every field that can stand beside the others. */
  readonly input: (stage: Stage) => Promise<CallInput<E>> | CallInput<E>;
  /** Further inputs, so that every field and branch is shown. They need not succeed. */
  readonly also?: (stage: Stage, input: CallInput<E>) => CallInput<E>[];
  /** The call ends in this error instead of a success: why it cannot succeed on a populated installation. */
  readonly ends?: { readonly code: ErrorCode; readonly because: string };
  /** Below Manager one may do this with one's own things only; others get this. Where the access says `or: "owner"`, it says so itself. */
  readonly owned?: "forbidden";
  /** What it starts goes on after the answer, with whatever it finds of others: no other call is made until that has ended. */
  readonly alone?: true;
  /** It acts in a second team too: a key of one team gets 404. */
  readonly twoTeams?: true;
  /** Fields that the handler compares with the store, as patterns: a value inside the limits may still be refused. */
  readonly compared?: readonly string[];
}

/** One example for each endpoint: a missing one does not compile. */
export type Examples<Names extends keyof Resources = keyof Resources> = {
  readonly [R in Names]: { readonly [K in keyof EndpointsOf<Resources[R]>]: Example<Resources[R][K]> };
};

export const page = { limit: 10, offset: 0 };
export const team = (stage: Stage) => ({ params: { teamId: stage.teamId } });
export const ofFile = async (stage: Stage) => ({ params: { teamId: stage.teamId, path: await fileOf(stage) } });
export const ofRun = async (stage: Stage) => ({ params: { run_id: (await waitingRun(stage)).run_id } });
export const ofAgent = async (stage: Stage) => ({ params: { agent_id: (await agentOf(stage)).id } });
export const ofSkill = async (stage: Stage) => ({ params: { skill_id: await skillOf(stage) } });
