import type { BrokenReason } from "#contract/connections/connection-words.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { counted } from "#ui/counted.ts";
import type { State } from "#ui/status.tsx";

const broken: Record<BrokenReason, { readonly word: string; readonly sentence: string }> = {
  invalid_grant: { word: "Sign-in has ended", sentence: "is signed out: the other service ended its sign-in." },
  invalid_client: { word: "Registration has ended", sentence: "is signed out: the other service no longer knows this console." },
  unauthorized: { word: "Server refuses it", sentence: "is refused by its server, with a new sign-in too." },
  renewal_lost: { word: "Sign-in was lost", sentence: "is signed out: a renewal of its sign-in was cut off before its answer was stored." },
};

type Health = Pick<
  Connection,
  "broken_at" | "broken_reason" | "auth_method" | "has_oauth_tokens" | "has_headers" | "wanted_scopes" | "answers"
>;

/** How a connection does, as far as is known without asking its server. */
export function stateOf(connection: Health): State {
  const { broken_at, broken_reason, auth_method, has_oauth_tokens, has_headers, wanted_scopes, answers } = connection;
  if (broken_at !== null) return { look: "failed", word: broken_reason ? broken[broken_reason].word : "Does not work" };
  if (auth_method === "oauth" && !has_oauth_tokens) return { look: "asks", word: "Needs a sign-in" };
  if ((auth_method === "headers" || auth_method === "apikey") && !has_headers) return { look: "asks", word: "Needs its headers" };
  if (wanted_scopes) return { look: "asks", word: "Needs more rights" };
  if (answers === false) return { look: "failed", word: "Does not work now" };
  // The service of a sign-in has answered: it let somebody in.
  if (answers === null && auth_method !== "oauth") return { look: "idle", word: "Not checked yet" };
  return { look: "live", word: "Ready" };
}

/** What a broken one lacks, as the rest of a sentence that its name begins. */
export function brokenWords({ broken_reason }: Pick<Connection, "broken_reason">): string {
  return broken_reason ? broken[broken_reason].sentence : "does not work.";
}

/** Whether a person can mend it by signing in at the other service. */
export function needsSignIn({ auth_method, broken_at, has_oauth_tokens, wanted_scopes }: Health): boolean {
  return auth_method === "oauth" && (broken_at !== null || !has_oauth_tokens || wanted_scopes !== null);
}

/** Whom or what it leads to: the host, and the account where the other service names one. */
export function leadsTo({ server_url, account_label }: Pick<Connection, "server_url" | "account_label">): string {
  const { host } = new URL(server_url);
  return account_label === null ? host : `${account_label} at ${host}`;
}

/** Whose it is, as in "The team" or "From Finance". */
export function ownerOf({ user_id, granted_from }: Pick<Connection, "user_id" | "granted_from">): string {
  if (granted_from) return `From ${granted_from.name}`;
  return user_id ? "You" : "The team";
}

/** As in "2 live agents" or "1 draft agent". */
export function usedBy({ live_agents, all_agents }: Pick<Connection, "live_agents" | "all_agents">): string {
  if (live_agents > 0) return counted(live_agents, "live agent", "live agents");
  return all_agents > 0 ? counted(all_agents, "agent, not live", "agents, not live") : "–";
}
