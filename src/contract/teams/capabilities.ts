import { endpoint } from "#contract/endpoint.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const Part = record("Capability", { available: z.boolean(), reason: z.string().nullable(), remedy: z.string().nullable() });

/** `provider`: whose it is. A run asks that provider by `name`. */
export const Model = record("Model", { name: z.string(), label: z.string(), provider: z.string() });
export type Model = z.output<typeof Model>;

/** The provider of the model that the operator chose for forms to start with. */
export const chosenByOperator = "configured";

/** What this installation can do, so that a screen can say what is missing before a run fails on it. */
export const Capabilities = record("Capabilities", {
  /** That of the operator first, then what the providers list, the newest first, and the practice model. */
  models: z.array(Model),
  /** Providers that do not say which models they have, or did not answer. */
  unlisted_providers: z.array(z.string()),
  /** Model names outside `models` are passed to the provider as they are. */
  any_model: z.boolean(),
  sandbox: Part,
  browser: Part,
  mail: z.boolean(),
  /** Recordings without a transcript are written down by a model. */
  transcription: z.boolean(),
});
export type Capabilities = z.output<typeof Capabilities>;

export const getCapabilities = endpoint({
  name: "getCapabilities",
  method: "GET",
  path: "/v2/capabilities",
  area: "System",
  summary: "Models, sandbox and browser of this installation",
  access: { scope: "self" },
  reads: [],
  ours: "The revision form offers only what can run here.",
  reply: Capabilities,
});
