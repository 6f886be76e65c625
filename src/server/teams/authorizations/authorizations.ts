import { randomBytes } from "node:crypto";
import type Provider from "oidc-provider";
import type { Authorization } from "#contract/teams/authorizations.ts";
import type * as contract from "#contract/teams/authorizations.ts";
import { teamEvents } from "#contract/teams/events.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { record } from "#server/platform/events/record.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { addKey } from "#server/teams/api-keys/add-key.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import type { Decided } from "./decided.ts";
import { isThisComputer, mcpAddress, scope, staying } from "./protocol.ts";
import { lockAsked } from "./oauth-records.store.ts";

/** What handlers need that let AI clients in. */
export interface AuthorizationContext extends Context {
  readonly authorizationServer: AuthorizationServer;
}

const longestName = 100;

export const authorizationHandlers: Handlers<typeof contract, AuthorizationContext> = {
  async getAuthorization({ params }, { db, authorizationServer }) {
    return authorizationServer.within(db, async (provider) => ({ authorization: (await findAsked(provider, params.id)).authorization }));
  },

  async decideAuthorization({ params, body }, context) {
    const { db, caller, identity, authorizationServer } = context;
    const teamId = body.team_id ?? null;
    return authorizationServer.within(db, async (provider) => {
      await lockAsked(db, params.id);
      const asked = await findAsked(provider, params.id);
      if (body.allow && teamId !== null && !(await identity.roleNow(caller, teamId))) throw refuse("not_found");
      const decided: Decided = { session: caller.credentialId };
      const answer = body.allow
        ? await letIn(context, provider, asked, { teamId, readsOnly: body.reads_only ?? false })
        : { error: "access_denied", error_description: "The person declined." };
      asked.interaction.result = { ...answer, decided };
      await asked.interaction.persist();
      return { continue_url: asked.interaction.returnTo };
    });
  },
};

/** Makes the key that a client acts by, and the consent to it. Nobody holds this key: the client's tokens stand for it. */
async function letIn(
  context: AuthorizationContext,
  provider: Provider,
  { interaction, client, authorization: { host, client: name } }: Asked,
  { teamId, readsOnly }: { teamId: string | null; readsOnly: boolean },
) {
  const { db, caller, config } = context;
  const key = await addKey(context, randomBytes(32).toString("hex"), { teamId, name, client: host ?? name, readsOnly });
  await record(db, teamEvents, {
    type: "api_key.created",
    team: teamId,
    actor: { kind: "user", id: caller.userId },
    subject: key.id,
    data: {},
  });
  const grant = new provider.Grant({ accountId: key.id, clientId: client.clientId });
  grant.addOIDCScope(staying);
  for (const resource of resourcesOf(interaction))
    grant.addResourceScope(typeof resource === "string" ? resource : mcpAddress(config.baseUrl), scope);
  return { login: { accountId: key.id, remember: false }, consent: { grantId: await grant.save() } };
}

type Asked = Awaited<ReturnType<typeof findAsked>>;

/** What a client says that its tokens are for: one, several, or nothing, which is undefined. */
function resourcesOf({ params }: { params: Readonly<Record<string, unknown>> }): readonly unknown[] {
  return [params["resource"]].flat();
}

/** A client that waits for a decision. Throws `authorization_over`. */
async function findAsked(provider: Provider, id: string) {
  const interaction = await provider.Interaction.find(id);
  const clientId = interaction?.params["client_id"];
  if (!interaction || interaction.result || typeof clientId !== "string") throw refuse("authorization_over");
  const client = await provider.Client.find(clientId);
  const redirect = URL.parse(String(interaction.params["redirect_uri"]));
  if (!client || !redirect) throw refuse("authorization_over");
  const host = URL.parse(clientId)?.host ?? null;
  const authorization: Authorization = {
    id,
    client: oneLine(client.clientName ?? "") || host || "An AI client",
    host,
    returns_to: isThisComputer(redirect.hostname) ? null : redirect.protocol === "https:" ? redirect.host : redirect.protocol,
    reads_only: resourcesOf(interaction).some((resource) => String(resource).endsWith("/read")),
    expires_at: new Date(interaction.exp * 1000).toISOString(),
  };
  return { interaction, client, authorization };
}

function oneLine(name: string): string {
  return withoutUnseen(name).replaceAll(/\s+/g, " ").trim().slice(0, longestName);
}
