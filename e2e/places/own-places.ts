import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** People, what is a person's own, and what belongs to no team. */
export const ownPlaces: PlacesOfArea = {
  full: (work) => [
    { name: "organization", path: `/organizations/${work.organization}`, shows: "Kept forever" },
    { name: "audit", path: `/organizations/${work.organization}/audit`, shows: "Agent created" },
    {
      name: "audit-none-found",
      path: `/organizations/${work.organization}/audit?search=nothing-has-this-name`,
      shows: "No matching entries",
    },
    { name: "members", path: "members", shows: "Owner" },
    { name: "members-none-found", path: "members?search=nobody-has-this-name", shows: "No matching members" },
    { name: "notifications", path: "notifications", shows: /Mark \d+ read/ },
    { name: "notifications-none-found", path: "notifications?type=schedule_issue", shows: "No matching notifications" },
    { name: "notification-preferences", path: "notifications?open=preferences", shows: "A run that you started completes" },
    { name: "notification-chats", path: "notifications?open=chats", shows: "Microsoft Teams" },
    { name: "invites", path: "invites", shows: "No pending invites" },
    { name: "join", path: "/join", shows: "This invite does not work", bare: true },
    { name: "authorize-over", path: "/authorize?id=over", shows: "Nothing to decide", bare: true },
    { name: "authorize-refused", path: "/authorize?refused=other_browser", shows: "The client was not let in", bare: true },
    { name: "forgot-password", path: "/forgot-password", shows: "This installation sends no mail", bare: true },
    { name: "new-password", path: "/new-password", shows: "Choose a new password", bare: true },
    { name: "unsubscribe", path: "/unsubscribe", shows: "This link does not work", bare: true },
    { name: "profile", path: "/profile", shows: "Sign out everywhere" },
    { name: "ai-client", path: "/ai-client", shows: "For .mcp.json in the folder of your project" },
    { name: "engine", path: "/engine", shows: "Last beat" },
    { name: "sign-in-return", path: "/connections/callback", shows: "No sign-in to finish" },
    { name: "not-found", path: "/nowhere", shows: "Not found" },
  ],
  empty: [{ name: "notifications", path: "notifications", shows: "Nothing to tell you" }],
  failing: (work) => [
    { name: "members", path: "members", shows: couldNotLoad },
    { name: "notifications", path: "notifications", shows: couldNotLoad },
    { name: "invites", path: "invites", shows: couldNotLoad },
    { name: "profile", path: "/profile", shows: couldNotLoad },
    { name: "organization", path: `/organizations/${work.organization}`, shows: couldNotLoad },
    { name: "ai-client", path: "/ai-client", shows: couldNotLoad },
    { name: "audit", path: `/organizations/${work.organization}/audit`, shows: couldNotLoad },
    { name: "engine", path: "/engine", shows: couldNotLoad },
  ],
};
