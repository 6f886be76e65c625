import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** Pages of figures. What they look like with figures is a journey's: their frames have documents of their own. */
export const dashboardPlaces: PlacesOfArea = {
  full: () => [
    { name: "dashboards", path: "dashboards", shows: "Agents at work" },
    { name: "dashboards-new", path: "dashboards?ask=true", shows: "Say what you want to know." },
    // Whoever owns the organization is in each of its teams. What another person sees here is a journey's.
    { name: "dashboards-organization", path: "dashboards?show=organization", shows: "Nothing from other teams" },
  ],
  empty: [
    { name: "dashboards", path: "dashboards", shows: "No dashboards yet" },
    { name: "dashboards-organization", path: "dashboards?show=organization", shows: "Nothing from other teams" },
  ],
  failing: () => [
    { name: "dashboards", path: "dashboards", shows: couldNotLoad },
    { name: "dashboards-organization", path: "dashboards?show=organization", shows: couldNotLoad },
  ],
};
