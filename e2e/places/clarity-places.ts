import { couldNotLoad, type PlacesOfArea } from "./place.ts";

const any = "00000000-0000-4000-8000-000000000001";

/** The landscape and the list of processes. With processes in them they are a journey's. */
export const clarityPlaces: PlacesOfArea = {
  full: () => [
    { name: "clarity", path: "clarity", shows: "No processes yet" },
    { name: "clarity-new-area", path: "clarity?add=area", shows: "New area" },
    { name: "clarity-processes", path: "clarity/processes", shows: "No processes yet" },
    { name: "clarity-new-process", path: "clarity/processes?add=true", shows: "It starts in Unsorted." },
    { name: "interview-link", path: "/c/incomplete", shows: "This link does not work", bare: true },
  ],
  empty: [
    { name: "clarity", path: "clarity", shows: "No processes yet" },
    { name: "clarity-processes", path: "clarity/processes", shows: "No processes yet" },
  ],
  failing: () => [
    { name: "clarity", path: "clarity", shows: couldNotLoad },
    { name: "clarity-processes", path: "clarity/processes", shows: couldNotLoad },
    { name: "clarity-process", path: `clarity/processes/${any}`, shows: couldNotLoad },
    { name: "clarity-capture", path: `clarity/processes/${any}/captures/${any}`, shows: couldNotLoad },
  ],
};
