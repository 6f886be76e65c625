/** How a provider signs people in. Everything in which it differs from others is a field: there is no code for one of them. `{…}` is filled in. */
export interface Provider {
  readonly name: string;
  readonly authorize: string;
  readonly token: string;
  /** Who signs, where the browser brings it back; absent: nobody says. */
  readonly issuer?: string;
  /** The addresses are in a document of the issuer, which must be the one that it says it is. */
  readonly discovers?: boolean;
  /** Codes are bound to a verifier (S256). */
  readonly pkce?: boolean;
  /** How the client says who it is to the token endpoint. */
  readonly client?: "post" | "basic";
  /** How a request to the token endpoint is written. */
  readonly body?: "form" | "json";
  readonly scope_parameter?: string;
  readonly scope_separator?: string;
  /** Sent along to the page where people agree. */
  readonly asks?: Readonly<Record<string, string>>;
  /** The part of an answer that holds the tokens; the answer itself where it has none. */
  readonly tokens_in?: string;
  /** Its own words for what the standard calls `invalid_grant` and `invalid_client`. */
  readonly invalid_grant?: readonly string[];
  readonly invalid_client?: readonly string[];
  /** Words of an answer with status 200 that say that its token is over. */
  readonly signed_out?: readonly string[];
  /** What a person enters before they are sent there. */
  readonly fields?: readonly StartField[];
  /** What the installation has to say beside its client. */
  readonly needs?: readonly ("api" | "issuer")[];
}

/** Whatever a person enters is part of an address, so it is a host name and ends as it must. */
export interface StartField {
  readonly name: "shop";
  readonly ends: string;
}

export const providers: Readonly<Record<string, Provider>> = {
  google: {
    name: "Google",
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    issuer: "https://accounts.google.com",
    pkce: true,
    // Without these two there is no refresh token for somebody who agreed before.
    asks: { access_type: "offline", prompt: "consent" },
  },
  microsoft: {
    name: "Microsoft",
    authorize: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize",
    token: "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
    pkce: true,
  },
  slack: {
    name: "Slack",
    authorize: "https://slack.com/oauth/v2/authorize",
    token: "https://slack.com/api/oauth.v2.access",
    scope_parameter: "user_scope",
    scope_separator: ",",
    tokens_in: "authed_user",
    invalid_grant: ["invalid_code", "invalid_refresh_token", "token_expired", "token_revoked"],
    invalid_client: ["bad_client_secret", "invalid_client_id"],
    signed_out: ["account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"],
  },
  github: {
    name: "GitHub",
    authorize: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    pkce: true,
    invalid_grant: ["bad_refresh_token", "bad_verification_code"],
    invalid_client: ["incorrect_client_credentials"],
  },
  atlassian: {
    name: "Atlassian",
    authorize: "https://auth.atlassian.com/authorize",
    token: "https://auth.atlassian.com/oauth/token",
    body: "json",
    asks: { audience: "api.atlassian.com", prompt: "consent" },
  },
  notion: {
    name: "Notion",
    authorize: "https://api.notion.com/v1/oauth/authorize",
    token: "https://api.notion.com/v1/oauth/token",
    client: "basic",
    body: "json",
    asks: { owner: "user" },
  },
  shopify: {
    name: "Shopify",
    authorize: "https://{shop}/admin/oauth/authorize",
    token: "https://{shop}/admin/oauth/access_token",
    body: "json",
    scope_separator: ",",
    fields: [{ name: "shop", ends: ".myshopify.com" }],
  },
  hubspot: {
    name: "HubSpot",
    authorize: "https://app.hubspot.com/oauth/authorize",
    token: "https://api.hubapi.com/oauth/v1/token",
  },
  oidc: {
    name: "OpenID Connect",
    authorize: "",
    token: "",
    issuer: "{issuer}",
    discovers: true,
    pkce: true,
    needs: ["issuer", "api"],
  },
};
