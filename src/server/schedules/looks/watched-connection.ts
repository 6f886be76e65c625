import { isMailbox, signavioType } from "#contract/connections/connection-words.ts";
import type { TriggerSlug } from "#contract/schedules/trigger-words.ts";
import { findUsable } from "#server/connections/connections/connections.store.ts";
import type { Context } from "#server/platform/http/context.ts";
import { invalid } from "#server/platform/http/refusal.ts";

/** The connection that a trigger of the caller may listen to: their own, a shared one or a granted one, until the transaction ends. Throws 400. */
export async function watchedConnection({ db, team, caller }: Context, slug: TriggerSlug, id: string): Promise<string> {
  const found = await findUsable(db, team.id, id);
  const place = ["integration_instance_id"];
  if (!found || (found.user_id !== null && found.user_id !== caller.userId))
    throw invalid(place, "This connection does not exist in this team");
  if (isMailbox(found.server_url) !== (slug === "imap"))
    throw invalid(
      place,
      slug === "imap" ? "This connection leads to no mailbox" : "This connection leads to a mailbox. Choose an MCP server",
    );
  if (found.provider === "native" || found.type === signavioType)
    throw invalid(place, "This connection leads to a service that has no resources. Choose an MCP server");
  return found.id;
}
