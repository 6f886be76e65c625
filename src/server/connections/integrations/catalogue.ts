import { nativeKinds } from "#server/connections/native/kinds.ts";
import { mailboxType } from "#server/connections/mailbox/sign-in.ts";
import { kindId } from "#server/connections/native/set-up.ts";

/** The type of every integration whose server somebody named, and of the connections to it. */
export const customType = "custom_mcp";

/**
 * The type of a connection to a server that somebody named. That of an integration of the catalog is for its own service alone, which nobody reaches by
 * an address: its slots would take any other for it. That of a mailbox follows from its address.
 */
export function typeAt(asked: string = customType): string {
  return asked === mailboxType || builtInIntegrations.some(({ type }) => type === asked) ? customType : asked;
}

export interface BuiltInIntegration {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

/** The kinds of integration that come with the service, by name. Their ids never change: slots of stored revisions carry them. */
export const builtInIntegrations: readonly BuiltInIntegration[] = [
  { id: "0b0f6a52-3f0d-4c53-9b57-6c1a3a1d7c01", type: "case-queue-producer", name: "Add cases to a queue" },
  { id: "0b0f6a52-3f0d-4c53-9b57-6c1a3a1d7c02", type: "case-queue-consumer", name: "Handle cases of a queue" },
  { id: "0b0f6a52-3f0d-4c53-9b57-6c1a3a1d7c03", type: customType, name: "Any MCP server" },
  ...nativeKinds.map((kind) => ({ id: kindId(kind), type: kind.key, name: kind.name })),
];
