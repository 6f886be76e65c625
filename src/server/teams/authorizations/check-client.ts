import { type ClientMetadata, errors } from "oidc-provider";
import { isThisComputer } from "./protocol.ts";

const [mostAddresses, longestAddress, longestName] = [20, 2_000, 200];

/**
 * What a client says of itself is bounded, and a code goes by https, to this computer, or to an app that has the scheme of its address (RFC 8252).
 * Throws the library's errors.
 */
export function checkClient({ redirect_uris, client_name }: ClientMetadata): void {
  if (typeof client_name === "string" && client_name.length > longestName)
    throw new errors.InvalidClientMetadata(`client_name has more than ${longestName} characters`);
  // What is no list of addresses is the library's to refuse.
  if (!Array.isArray(redirect_uris)) return;
  if (redirect_uris.length > mostAddresses) throw new errors.InvalidRedirectUri();
  for (const uri of redirect_uris) {
    const address = URL.parse(uri);
    if (!address) continue;
    const open = address.protocol === "http:" && !isThisComputer(address.hostname);
    if (open || address.username || address.password || uri.length > longestAddress) throw new errors.InvalidRedirectUri();
  }
}
