import { type Redactor, createRedactor } from "./redactor.ts";

/** What programs find in their environment. */
export interface Exported {
  readonly env: Readonly<Record<string, string>>;
  /** Sentences about keys that several secrets export. */
  readonly clashes: readonly string[];
}

/** What a run's programs get, and what keeps it out of everything they write. */
export interface RunSecrets extends Exported {
  /** Without anything personal. */
  readonly shared: Exported;
  /** What the person who started the run has attached of their own. */
  readonly personal: { readonly secrets: number; readonly logins: number; readonly connections: number };
  /** Whether that person agreed to what the run does. */
  readonly agreed: boolean;
  readonly redactor: Redactor;
}

const nothing: Exported = { env: {}, clashes: [] };
export const noSecrets: RunSecrets = {
  ...nothing,
  shared: nothing,
  personal: { secrets: 0, logins: 0, connections: 0 },
  agreed: true,
  redactor: createRedactor([]),
};
