import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** People and what belongs to no team. */
export const ownPlaces: PlacesOfArea = {
  full: (work) => [
    { name: "organization", path: `/organizations/${work.organization}`, shows: "Kept forever" },
    { name: "members", path: "members", shows: "Owner" },
    { name: "members-none-found", path: "members?search=nobody-has-this-name", shows: "No matching members" },
    { name: "profile", path: "/profile", shows: "Sign out everywhere" },
    { name: "engine", path: "/engine", shows: "Last beat" },
    { name: "sign-in-return", path: "/connections/callback", shows: "No sign-in to finish" },
    { name: "not-found", path: "/nowhere", shows: "Not found" },
  ],
  empty: [],
  failing: (work) => [
    { name: "members", path: "members", shows: couldNotLoad },
    { name: "profile", path: "/profile", shows: couldNotLoad },
    { name: "organization", path: `/organizations/${work.organization}`, shows: couldNotLoad },
    { name: "engine", path: "/engine", shows: couldNotLoad },
  ],
};
