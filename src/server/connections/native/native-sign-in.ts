import type { ClaimedFlow } from "#server/connections/oauth/oauth-flows.store.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import type { Services } from "#server/platform/http/context.ts";
import type { NativeClient } from "./native-client.ts";
import { nativeNow } from "./native-flow.ts";
import type { NativeTokens } from "./native-operations.ts";

type Asking = Pick<Services, "config" | "outbound">;

/** Exchanges what a browser brought back for tokens, at the provider that the flow began with. Throws an McpFault. */
export function finishNative(
  services: Asking,
  { verifier, redirect_uri, issuer }: Pick<ClaimedFlow, "verifier" | "redirect_uri" | "issuer">,
  kept: NativeClient,
  { code, iss }: { readonly code: string; readonly iss: string | undefined },
): Promise<NativeTokens> {
  const { provider, kind, client } = nativeNow(services, kept);
  if (iss === undefined ? kept.says_iss : iss !== issuer)
    throw new McpFault("said_no", "The answer is not of the sign-in server that was asked, so it was not used.");
  const proof = provider.pkce && { code_verifier: verifier };
  const grant = { grant_type: "authorization_code", code, redirect_uri, ...proof };
  return mcpOf(services.outbound).exchangeNative({ provider, client, grant, kind });
}

/** Throws an McpFault. */
export function renewNative(services: Asking, kept: NativeClient, refresh_token: string): Promise<NativeTokens> {
  const { provider, client } = nativeNow(services, kept);
  return mcpOf(services.outbound).exchangeNative({ provider, client, grant: { grant_type: "refresh_token", refresh_token } });
}
