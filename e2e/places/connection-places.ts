import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** Connections, secrets and logins. */
export const connectionPlaces: PlacesOfArea = {
  full: ({ bankImport, bankDraft, login, connection }) => [
    { name: "connections", path: "connections", shows: "practice.internal" },
    { name: "connection", path: `connections/${connection}`, shows: "search_invoices" },
    { name: "revision-secrets", path: `agents/${bankImport}/revisions/${bankDraft}?tab=secrets`, shows: "No secrets are attached" },
    { name: "secret-new", path: "secrets?secret=new", shows: "Values of fewer than" },
    { name: "revision-connections", path: `agents/${bankImport}/revisions/${bankDraft}?tab=connections`, shows: "No connections are used" },
    { name: "connection-new", path: "connections?connection=new", shows: "Check server" },
    { name: "revision-logins", path: `agents/${bankImport}/revisions/${bankDraft}?tab=logins`, shows: "For every run" },
    { name: "logins", path: "logins", shows: "banking.example.com" },
    { name: "login", path: `logins?login=${login}`, shows: "One revision uses it" },
    { name: "login-new", path: "logins?login=new", shows: "For one-time codes" },
  ],
  empty: [
    { name: "connections", path: "connections", shows: "No connections yet" },
    { name: "secrets", path: "secrets", shows: "No secrets yet" },
    { name: "logins", path: "logins", shows: "No logins yet" },
  ],
  failing: ({ connection }) => [
    { name: "connection", path: `connections/${connection}`, shows: couldNotLoad },
    { name: "connections", path: "connections", shows: couldNotLoad },
    { name: "secrets", path: "secrets", shows: couldNotLoad },
    { name: "logins", path: "logins", shows: couldNotLoad },
  ],
};
