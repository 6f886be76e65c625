import type { InteractionResults } from "oidc-provider";
import type { Sessions } from "#server/platform/http/context.ts";

/** What is kept with a decision beside what the library wants. */
export interface Decided {
  /** The session of the person who decided. */
  readonly session: string;
}

/**
 * A decision counts in the browser it was made in. Else somebody could begin a sign-in, have a person decide on it by a link, and go on with it:
 * their client would act as that person.
 */
export async function isDecidersBrowser(
  identity: Pick<Sessions, "session">,
  cookies: string | undefined,
  result: InteractionResults,
): Promise<boolean> {
  const session = cookies ? await identity.session(cookies) : undefined;
  return session !== undefined && session.id === (result["decided"] as Decided | undefined)?.session;
}
