import { useQuery } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import { listApiKeys } from "#contract/teams/api-keys.ts";
import { counted } from "#ui/counted.ts";

/** How many keys can be revoked together with something else: the operator's own, which has no hint, stays. */
export function useRevocableKeys(): number {
  return useQuery(read(listApiKeys)).data?.api_keys.filter((key) => key.hint !== "").length ?? 0;
}

export const alsoRevoke = (count: number) => `Also revoke my ${counted(count, "API key", "API keys")}`;
export const keysRevoked = (count: number) => (count === 0 ? "" : ` ${counted(count, "API key", "API keys")} revoked.`);

const storageKey = "keys-revoked";

/** For the sign-in page that a sign-out everywhere leads to: nothing in memory outlives the way there. Until somebody signs in. */
export const partingCount = {
  read: () => Number(sessionStorage.getItem(storageKey) ?? 0),
  write: (count: number) => sessionStorage.setItem(storageKey, String(count)),
  forget: () => sessionStorage.removeItem(storageKey),
};
