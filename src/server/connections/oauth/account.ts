import { z } from "#contract/zod.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";

const Claims = z.looseObject({ email: z.string().optional(), preferred_username: z.string().optional(), name: z.string().optional() });

const longest = 200;

/**
 * Whom tokens act as, as the server that gave them says in its identity token; null where it says nothing. The token came from the server itself over
 * the connection that it was asked by, and what it says is shown to its person and decides nothing, so its signature is not looked at.
 */
export function accountOf(identityToken: string | undefined): string | null {
  const [, payload = ""] = identityToken?.split(".") ?? [];
  const { success, data } = z.safeParse(Claims, jsonOf(payload));
  if (!success) return null;
  const label = [data.email, data.preferred_username, data.name].map((each) => shownLine(each ?? "", longest)).find((each) => each !== "");
  return label ?? null;
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString());
  } catch {
    return undefined;
  }
}
