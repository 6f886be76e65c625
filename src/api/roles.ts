import type { EndpointSpec } from "#contract/endpoint.ts";
import { type Rule, type Who, isEnough } from "#contract/rights.ts";
import { useSession, useTeam } from "./session.ts";

/** The signed-in person in the team of the address; undefined without a team. */
export function useWho(): Who | undefined {
  const { user } = useSession();
  const team = useTeam();
  return team && { userId: user.id, role: team.role };
}

type Ask<R> = Pick<EndpointSpec, "access"> & { readonly may?: Rule<R> };

/**
 * Whether the signed-in person may call an endpoint in the team of the address: about the record, or without one whether the role is enough for
 * some. The service decides again.
 */
export function useMay<R>(endpoint: Ask<R>, record?: NoInfer<R>): boolean {
  const who = useWho();
  if (!who || !isEnough(endpoint, who.role)) return false;
  return record === undefined || !endpoint.may || endpoint.may(record, who);
}

/** Whether a rule lets the signed-in person do something in the team of the address, whatever it is done to. */
export function useRule(rule: (who: Who) => boolean): boolean {
  const who = useWho();
  return who !== undefined && rule(who);
}
