import { counted } from "#ui/counted.ts";

export const keysRevoked = (count: number) => (count === 0 ? "" : ` ${counted(count, "API key", "API keys")} revoked.`);

const storageKey = "keys-revoked";

/** For the sign-in page that a sign-out everywhere leads to: nothing in memory outlives the way there. Until somebody signs in. */
export const partingCount = {
  read: () => Number(sessionStorage.getItem(storageKey) ?? 0),
  write: (count: number) => sessionStorage.setItem(storageKey, String(count)),
  forget: () => sessionStorage.removeItem(storageKey),
};
