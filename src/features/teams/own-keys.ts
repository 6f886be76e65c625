import { useQuery } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import { listApiKeys, listTeamApiKeys } from "#contract/teams/api-keys.ts";
import { counted } from "#ui/counted.ts";

/** What keys may still send is asked again while somebody looks. */
const refetchInterval = 10_000;

export const useOwnKeys = () => useQuery({ ...read(listApiKeys), refetchInterval });

export const useKeysOfTeam = (teamId: string, enabled: boolean) =>
  useQuery({ ...read(listTeamApiKeys, { params: { teamId } }), enabled, refetchInterval });

/** How many keys can be revoked together with something else: the operator's own, which has no hint, stays. */
export function useRevocableKeys(): number {
  return useQuery(read(listApiKeys)).data?.api_keys.filter((key) => key.hint !== "" || key.client !== null).length ?? 0;
}

export const alsoRevoke = (count: number) => `Also revoke my ${counted(count, "API key", "API keys")}`;
