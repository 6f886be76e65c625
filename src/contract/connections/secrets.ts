import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { nameUpTo, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { mayChangeCredential, mayAttach } from "./rights.ts";
import { z } from "#contract/zod.ts";
import { CredentialUses } from "./credential-uses.ts";
import { envVarKey, maxSecretKeys, someValues, storedKey, values } from "./secret-values.ts";

/**
 * A named set of environment variables. Without `user_id` it is shared with the team and reaches every run of a revision it is attached
 * to; with one it is personal: nobody else sees it, and it reaches runs of that person only. Its values are never answered.
 */
export const Secret = record("Secret", {
  id: uuid,
  team_id: uuid,
  user_id: uuid.nullable(),
  name: z.string(),
  service_slug: z.string().nullable(),
  env_var_keys: z.array(z.string()),
  created_by: uuid,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Secret = z.output<typeof Secret>;

/** Ours: a shorter value would hide common words all over a transcript, so it is stored and exported but not masked. */
export const minMaskedLength = 4;
/** Ours: secrets that one person, or the team as a whole, may keep in a team; and those of one revision. */
export const maxSecrets = 500;
export const maxAttachedSecrets = 50;

const secretName = nameUpTo(128);
const serviceSlug = text(1, 64);
const area = "Secrets";
const bySecret = { scope: "team", by: "id", role: "team:member" } as const;
const byAgent = { scope: "team", by: "agentId", role: "team:member" } as const;
const ofSecret = z.strictObject({ id: idOf("secret") });
const ofRevision = z.strictObject({ agentId: idOf("agent"), buildId: idOf("revision") });

export const listSecrets = endpoint({
  name: "listSecrets",
  method: "GET",
  path: "/v2/teams/{teamId}/credentials",
  area,
  summary: "The team's shared secrets and the caller's own, by name; never their values",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["secret"],
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.array(Secret),
});

export const createSecret = endpoint({
  name: "createSecret",
  method: "POST",
  path: "/v2/teams/{teamId}/credentials",
  area,
  summary: "Store a secret: personal, or shared with the team by a Manager",
  access: { scope: "team", by: "teamId", role: "team:member" },
  records: "secret.created",
  may: mayChangeCredential,
  changes: ["secret"],
  params: z.strictObject({ teamId: idOf("team") }),
  body: z.strictObject({
    name: secretName,
    service_slug: serviceSlug.nullable().optional(),
    shared: z.boolean().optional().meta({ default: false }),
    values: someValues,
  }),
  reply: Secret,
  status: 201,
  creates: "replayed",
});

export const getSecret = endpoint({
  name: "getSecret",
  method: "GET",
  path: "/v2/credentials/{id}",
  area,
  summary: "One secret, without its values; another person's personal one does not exist for the caller",
  access: bySecret,
  reads: ["secret"],
  params: ofSecret,
  reply: Secret,
});

export const updateSecret = endpoint({
  name: "updateSecret",
  method: "PATCH",
  path: "/v2/credentials/{id}",
  area,
  summary: "Change a secret: `values` replaces all; else keys are renamed, then removed, then added or changed",
  access: bySecret,
  records: "secret.updated",
  may: mayChangeCredential,
  changes: ["secret", "revision"],
  params: ofSecret,
  body: z
    .strictObject({
      name: secretName.optional(),
      service_slug: serviceSlug.nullable().optional(),
      shared: z.boolean().optional(),
      values: someValues.optional(),
      rename_keys: z.record(storedKey, envVarKey).optional(),
      remove_keys: z.array(storedKey).min(1).max(maxSecretKeys).optional(),
      add_values: values.optional(),
    })
    .refine((body) => !(body.values && (body.rename_keys ?? body.remove_keys ?? body.add_values)), {
      path: ["values"],
      error: "Either replace all values or change single ones, not both",
    }),
  reply: Secret,
  errors: ["secret_unreadable"],
});

export const deleteSecret = endpoint({
  name: "deleteSecret",
  method: "DELETE",
  path: "/v2/credentials/{id}",
  area,
  summary: "Delete a secret: its values go at once, its name stays for the record, every revision loses it",
  access: bySecret,
  records: "secret.deleted",
  may: mayChangeCredential,
  changes: ["secret", "revision"],
  params: ofSecret,
  reply: Success,
});

export const previewSecretDeletion = endpoint({
  name: "previewSecretDeletion",
  method: "GET",
  path: "/v2/credentials/{id}/deletion",
  area,
  summary: "Who would lose a secret that is deleted; changes nothing",
  access: bySecret,
  reads: [],
  ours: "A person has to see what stops before it stops.",
  params: ofSecret,
  reply: Deletion,
});

export const listSecretUses = endpoint({
  name: "listSecretUses",
  method: "GET",
  path: "/v2/credentials/{id}/uses",
  area,
  summary: "The revisions a secret is attached to, live ones first (at most 200)",
  access: bySecret,
  reads: ["secret", "revision", "agent"],
  ours: "A person who changes or deletes a secret has to know what it affects.",
  params: ofSecret,
  reply: CredentialUses,
});

export const listRevisionSecrets = endpoint({
  name: "listRevisionSecrets",
  method: "GET",
  path: "/v2/agents/{agentId}/revisions/{buildId}/credentials",
  area,
  summary: "The secrets attached to a revision that the caller can see, in the order they were attached",
  access: byAgent,
  reads: ["secret"],
  params: ofRevision,
  reply: z.array(Secret),
});

export const attachRevisionSecret = endpoint({
  name: "attachRevisionSecret",
  method: "POST",
  path: "/v2/agents/{agentId}/revisions/{buildId}/credentials",
  area,
  summary: "Export a secret to the programs of a revision's runs. Of two with one key a personal one wins, then the first attached",
  access: byAgent,
  may: mayAttach,
  records: "revision.secrets_changed",
  changes: ["secret", "revision"],
  params: ofRevision,
  body: z.strictObject({ credentialId: uuid }),
  reply: Success,
  status: 201,
  errors: ["already_attached"],
});

export const detachRevisionSecret = endpoint({
  name: "detachRevisionSecret",
  method: "DELETE",
  path: "/v2/agents/{agentId}/revisions/{buildId}/credentials/{credentialId}",
  area,
  summary: "Detach a secret from a revision",
  access: byAgent,
  may: mayAttach,
  records: "revision.secrets_changed",
  changes: ["secret", "revision"],
  params: ofRevision.extend({ credentialId: idOf("secret") }),
  reply: Success,
});
