import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** What belongs to no team. */
export const ownPlaces: PlacesOfArea = {
  full: () => [
    { name: "profile", path: "/profile", shows: "Sign out everywhere" },
    { name: "engine", path: "/engine", shows: "Last beat" },
    { name: "not-found", path: "/nowhere", shows: "Not found" },
  ],
  empty: [],
  failing: () => [
    { name: "profile", path: "/profile", shows: couldNotLoad },
    { name: "engine", path: "/engine", shows: couldNotLoad },
  ],
};
