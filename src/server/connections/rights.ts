import { isMailbox } from "#contract/connections/connection-words.ts";
import { mayAttach, mayChangeCredential, seesCredential } from "#contract/connections/rights.ts";
import { lockAgentOf } from "#server/agents/agents/agents.store.ts";
import { findRevision } from "#server/agents/revisions/revisions.store.ts";
import { requireChange } from "#server/agents/agents/rights.ts";
import type { Context } from "#server/platform/http/context.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Outbound } from "#server/platform/outbound.ts";

/** Whose a secret or login is; null: the team's. */
interface Owned {
  readonly user_id: string | null;
}

/** Shared ones and one's own are seen; another person's do not exist. Throws 404. */
export function requireVisible<C extends Owned>({ caller }: Pick<Context, "caller">, credential: C | undefined): C {
  if (!credential || !seesCredential(credential, caller)) throw refuse("not_found");
  return credential;
}

/** What is shared, or is to be shared, is a Manager's to change. Throws 403. */
export function requireSharing(context: Pick<Context, "caller" | "team">, shared: boolean): void {
  if (!mayChangeCredential({ user_id: shared ? null : context.caller.userId }, whoOf(context)))
    throw refuse("forbidden", "What is shared with the team needs the role Manager or higher. You can keep personal ones.");
}

/** Throws 400 for an address that the service does not call. What signs in there is sent in clear text to no host that the operator did not name. */
export function requireServer(outbound: Outbound, url: string): void {
  const [plain, secure] = isMailbox(url) ? ["imap", "imaps"] : ["http", "https"];
  const called = url.replace(/^imap/, "http");
  const refusal = outbound.refusal(called);
  if (refusal) throw refuse("outbound_refused", refusal);
  if (!called.startsWith("https:") && !outbound.exempts(called))
    throw refuse("outbound_refused", `Use ${secure}://. The operator can allow ${plain}:// for a host with OUTBOUND_ALLOW.`);
}

/** The revision of an address, when it is one of that agent. Throws 404. */
export async function requireRevision({ db }: Pick<Context, "db">, { agentId, buildId }: { agentId: string; buildId: string }) {
  const build = await findRevision(db, buildId);
  if (build?.agent_id !== agentId) throw refuse("not_found");
  return build;
}

/**
 * Attaching and detaching: a personal one by its owner, a shared one by whoever may change the agent. Locks the agent, so that two
 * requests about one revision follow each other. Throws 404 or 403.
 */
export async function requireAttaching(
  context: Pick<Context, "db" | "caller" | "team">,
  place: { agentId: string; buildId: string },
  credential: Owned,
): Promise<void> {
  const agent = await lockAgentOf(context.db, place.buildId);
  if (agent?.id !== place.agentId) throw refuse("not_found");
  if (!mayAttach({ ...credential, agent }, whoOf(context))) requireChange(context, agent);
}
