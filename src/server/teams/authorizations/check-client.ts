import { type ClientMetadata, errors } from "oidc-provider";
import { isThisComputer } from "./protocol.ts";

const [mostAddresses, longestAddress, longestName] = [20, 2_000, 200];

const grants = ["authorization_code", "refresh_token"];
const kinds = ["native", "web"];
/** What is kept of a client, beside what is the same for all. */
const kept = new Set(["client_id", "client_id_issued_at", "redirect_uris", "client_name", "application_type"]);

/**
 * Makes a client what all clients are here: a public one, for which a person is asked. RFC 7591 lets a server replace what a client asks for and has
 * it ignore the rest; the answer says what was registered. Hosts send the values that they need elsewhere.
 */
export function makePublic(client: ClientMetadata): void {
  const said = client as Record<string, unknown>;
  if (typeof said["client_name"] !== "string") delete said["client_name"];
  if (!kinds.includes(String(said["application_type"]))) delete said["application_type"];
  for (const name of Object.keys(said)) if (!kept.has(name)) delete said[name];
  Object.assign(said, { token_endpoint_auth_method: "none", grant_types: grants, response_types: ["code"] });
}

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
