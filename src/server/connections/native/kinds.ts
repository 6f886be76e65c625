/** A kind of integration that people sign in to at a provider. */
export interface NativeKind {
  /** Its type and the key that flows are started with. */
  readonly key: string;
  readonly name: string;
  readonly provider: string;
  /** Where tokens are sent, and nowhere else. */
  readonly api: string;
  readonly scopes: readonly string[];
  /** Says whom a token acts as: the first of `label` that an answer has, of this address or of the token endpoint. */
  readonly who?: string;
  readonly label?: readonly string[];
  /** The header that carries the token; `Authorization: Bearer` if absent. */
  readonly token_header?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const google = {
  provider: "google",
  who: "https://openidconnect.googleapis.com/v1/userinfo",
  label: ["email"],
};
const microsoft = {
  provider: "microsoft",
  api: "https://graph.microsoft.com/v1.0",
  who: "https://graph.microsoft.com/v1.0/me",
  label: ["mail", "userPrincipalName"],
};
const atlassian = {
  provider: "atlassian",
  api: "https://api.atlassian.com",
  who: "https://api.atlassian.com/me",
  label: ["email", "name"],
};
const googleScope = (name: string) => `https://www.googleapis.com/auth/${name}`;

/** By name. */
export const nativeKinds: readonly NativeKind[] = [
  {
    ...atlassian,
    key: "confluence",
    name: "Confluence",
    scopes: ["offline_access", "read:me", "read:confluence-content.all", "write:confluence-content"],
  },
  {
    key: "github",
    name: "GitHub",
    provider: "github",
    api: "https://api.github.com",
    scopes: ["repo", "read:user"],
    who: "https://api.github.com/user",
    label: ["login"],
    headers: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
  },
  {
    ...google,
    key: "gmail",
    name: "Gmail",
    api: "https://gmail.googleapis.com",
    scopes: ["openid", "email", googleScope("gmail.modify")],
  },
  {
    ...google,
    key: "googlecalendar",
    name: "Google Calendar",
    api: "https://www.googleapis.com/calendar",
    scopes: ["openid", "email", googleScope("calendar")],
  },
  {
    ...google,
    key: "googledrive",
    name: "Google Drive",
    api: "https://www.googleapis.com/drive",
    scopes: ["openid", "email", googleScope("drive")],
  },
  {
    ...google,
    key: "googlesheets",
    name: "Google Sheets",
    api: "https://sheets.googleapis.com",
    scopes: ["openid", "email", googleScope("spreadsheets")],
  },
  {
    key: "hubspot",
    name: "HubSpot",
    provider: "hubspot",
    api: "https://api.hubapi.com",
    scopes: ["oauth", "crm.objects.contacts.read", "crm.objects.companies.read", "crm.objects.deals.read"],
    who: "https://api.hubapi.com/account-info/v3/details",
    label: ["uiDomain", "portalId"],
  },
  { ...atlassian, key: "jira", name: "Jira", scopes: ["offline_access", "read:me", "read:jira-work", "write:jira-work"] },
  {
    ...microsoft,
    key: "microsoft-calendar",
    name: "Microsoft Calendar",
    scopes: ["offline_access", "User.Read", "Calendars.ReadWrite"],
  },
  {
    key: "notion",
    name: "Notion",
    provider: "notion",
    api: "https://api.notion.com/v1",
    // What it may read is chosen on the page where people agree.
    scopes: [],
    who: "https://api.notion.com/v1/users/me",
    label: ["owner.user.person.email", "workspace_name", "name"],
    headers: { "notion-version": "2022-06-28" },
  },
  { ...microsoft, key: "onedrive", name: "OneDrive", scopes: ["offline_access", "User.Read", "Files.ReadWrite"] },
  {
    key: "oidc",
    name: "OpenID Connect",
    provider: "oidc",
    api: "{api}",
    scopes: ["openid", "email", "offline_access"],
    label: ["email", "preferred_username", "name"],
  },
  { ...microsoft, key: "outlook", name: "Outlook", scopes: ["offline_access", "User.Read", "Mail.ReadWrite", "Mail.Send"] },
  {
    key: "shopify",
    name: "Shopify",
    provider: "shopify",
    api: "https://{shop}/admin/api",
    scopes: ["read_orders", "read_products", "read_customers"],
    who: "https://{shop}/admin/api/2025-07/shop.json",
    label: ["shop.myshopify_domain", "shop.name"],
    token_header: "x-shopify-access-token",
  },
  {
    key: "slack",
    name: "Slack",
    provider: "slack",
    api: "https://slack.com/api",
    scopes: ["channels:history", "channels:read", "chat:write", "users:read"],
    who: "https://slack.com/api/auth.test",
    label: ["user", "team"],
  },
];
