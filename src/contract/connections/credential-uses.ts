import { int53, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { Suspension } from "./agreements.ts";

/** A revision that a secret or login is attached to. */
const CredentialUse = record("CredentialUse", {
  agent_id: uuid,
  agent_name: z.string(),
  build_id: uuid,
  revision_number: int53,
  revision_name: z.string().nullable(),
  status: z.enum(["draft", "live", "historic"]),
  /** Why a personal one does not count there. */
  suspended: Suspension.nullable(),
});
export type CredentialUse = z.output<typeof CredentialUse>;

/** `total` counts those beyond the listed ones too. */
export const CredentialUses = record("CredentialUses", { uses: z.array(CredentialUse), total: int53 });
export type CredentialUses = z.output<typeof CredentialUses>;
