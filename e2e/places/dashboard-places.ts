import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** Pages of figures. What they look like with figures is a journey's: their frames have documents of their own. */
export const dashboardPlaces: PlacesOfArea = {
  full: () => [
    { name: "dashboards", path: "dashboards", shows: "Agents at work" },
    { name: "dashboards-new", path: "dashboards?ask=true", shows: "Say what you want to know." },
  ],
  empty: [{ name: "dashboards", path: "dashboards", shows: "No dashboards yet" }],
  failing: () => [{ name: "dashboards", path: "dashboards", shows: couldNotLoad }],
};
