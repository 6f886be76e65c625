import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** What belongs to no team. */
export const ownPlaces: PlacesOfArea = {
  full: () => [
    { name: "profile", path: "/profile", shows: "Sign out everywhere" },
    { name: "not-found", path: "/nowhere", shows: "Not found" },
  ],
  empty: [],
  failing: () => [{ name: "profile", path: "/profile", shows: couldNotLoad }],
};
