/** Where the console says how a sign-in ended. One address for all teams: people register it with services. */
export const callbackPath = "/connections/callback";

/** What this service says of itself to those who sign people in to MCP servers. */
export const aboutUs = (redirect_uri: string) => ({
  client_name: "Caseload",
  // On a machine of one's own the way back is not encrypted, which servers take from programs of that machine alone.
  application_type: redirect_uri.startsWith("https:") ? "web" : "native",
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
});
