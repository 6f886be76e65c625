import { randomBytes } from "node:crypto";
import type Provider from "oidc-provider";
import type { Authorization } from "#contract/teams/authorizations.ts";
import type * as contract from "#contract/teams/authorizations.ts";
import { teamEvents } from "#contract/teams/events.ts";
import { withoutUnseen } from "#contract/fields.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { record } from "#server/platform/events/record.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { addKey } from "#server/teams/api-keys/add-key.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import type { Decided } from "./decided.ts";
import { isThisComputer } from "./protocol.ts";
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
    return authorizationServer.within(db, async (provider) => {
      await lockAsked(db, params.id);
      const { interaction, client, authorization } = await findAsked(provider, params.id);
      const decided: Decided = { session: caller.credentialId };
      const teamId = body.team_id ?? null;
      if (body.allow) {
        if (teamId !== null && !(await identity.roleNow(caller, teamId))) throw refuse("not_found");
        // Nobody holds this key: the client's tokens stand for it.
        const made = { teamId, name: authorization.client, client: authorization.host ?? authorization.client };
        const key = await addKey(context, randomBytes(32).toString("hex"), { ...made, readsOnly: body.reads_only ?? false });
        const grant = new provider.Grant({ accountId: key.id, clientId: client.clientId });
        for (const resource of [interaction.params["resource"]].flat())
          grant.addResourceScope(typeof resource === "string" ? resource : authorizationServer.resource, "mcp");
        interaction.result = {
          login: { accountId: key.id, remember: false },
          consent: { grantId: await grant.save() },
          decided,
        };
        await record(db, teamEvents, {
          type: "api_key.created",
          team: teamId,
          actor: { kind: "user", id: caller.userId },
          subject: key.id,
          data: {},
        });
      } else {
        interaction.result = { error: "access_denied", error_description: "The person declined.", decided };
      }
      await interaction.persist();
      return { continue_url: interaction.returnTo };
    });
  },
};

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
    client:
      withoutUnseen(client.clientName ?? "")
        .replaceAll(/\s+/g, " ")
        .trim()
        .slice(0, longestName) ||
      host ||
      "An AI client",
    host,
    returns_to: isThisComputer(redirect.hostname) ? null : redirect.protocol === "https:" ? redirect.host : redirect.protocol,
    reads_only: [interaction.params["resource"]].flat().some((resource) => String(resource).endsWith("/read")),
    expires_at: new Date(interaction.exp * 1000).toISOString(),
  };
  return { interaction, client, authorization };
}
