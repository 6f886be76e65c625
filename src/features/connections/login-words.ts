import type { ListedLogin } from "#contract/connections/logins.ts";

/** As people know it: the user name and where it counts. */
export function loginTitle({ domain, username }: Pick<ListedLogin, "domain" | "username">): string {
  return username === null ? domain : `${username} at ${domain}`;
}

/** What signs in. */
export function signsInWith({ hasPassword, hasEnabledTOTP }: ListedLogin): string {
  if (hasPassword && hasEnabledTOTP) return "Password and code";
  if (hasPassword) return "Password";
  return hasEnabledTOTP ? "Code" : "Nothing";
}
