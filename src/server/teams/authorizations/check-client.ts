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

/** What a browser or the system does something of its own with: no app of a person gets a code by these. */
const ownSchemes = new Set(
  "about blob chrome chrome-extension content data edge facetime file filesystem ftp ftps geo gopher intent jar javascript ldap mailto market moz-extension news nntp resource sms ssh tel telnet vbscript view-source ws wss".split(
    " ",
  ),
);
/** An app is at a host of its scheme, as in `editor://example.editor/callback`, or has a domain as its scheme (RFC 8252). */
const isOfApp = ({ protocol, host }: URL) => !/^(?:ms-|search-ms|x-apple)/.test(protocol) && (host !== "" || protocol.includes("."));

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
    // What is read is what was sent: a line break or a blank would be gone from the address that a person sees.
    const changed = /[^\x21-\x7e]/.test(uri) || !uri.toLowerCase().startsWith(address.protocol);
    const web = ["http:", "https:"].includes(address.protocol);
    const foreign = !web && (ownSchemes.has(address.protocol.slice(0, -1)) || !isOfApp(address));
    const open = address.protocol === "http:" && !isThisComputer(address.hostname);
    if (changed || foreign || open || address.username || address.password || uri.length > longestAddress)
      throw new errors.InvalidRedirectUri();
  }
}
