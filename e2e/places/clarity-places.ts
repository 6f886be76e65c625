import { couldNotLoad, type PlacesOfArea } from "./place.ts";

const any = "00000000-0000-4000-8000-000000000001";

const name = "Pay a supplier’s invoice";

/** The landscape, the list of processes and the sample process, which is handed over and measured. */
export const clarityPlaces: PlacesOfArea = {
  full: ({ process: { id, version, capture } }) => [
    { name: "clarity", path: "clarity", shows: name },
    { name: "clarity-new-area", path: "clarity?add=area", shows: "New area" },
    { name: "clarity-processes", path: "clarity/processes", shows: name },
    { name: "clarity-new-process", path: "clarity/processes?add=true", shows: "It starts in Unsorted." },
    { name: "clarity-process", path: `clarity/processes/${id}`, shows: "Match invoice to order" },
    { name: "clarity-process-table", path: `clarity/processes/${id}?view=table`, shows: "Match invoice to order" },
    { name: "clarity-process-handover", path: `clarity/processes/${id}?tab=handover`, shows: "What the agent needs" },
    { name: "clarity-process-proposal", path: `clarity/processes/${id}?tab=proposal`, shows: "Proposal 1, live" },
    { name: "clarity-process-promise", path: `clarity/processes/${id}?tab=promise`, shows: "24 runs over 24 cases" },
    { name: "clarity-process-captures", path: `clarity/processes/${id}?tab=captures`, shows: "AP handbook.md" },
    { name: "clarity-process-versions", path: `clarity/processes/${id}?tab=versions`, shows: "Version 1" },
    { name: "clarity-process-about", path: `clarity/processes/${id}?tab=about`, shows: name },
    { name: "clarity-process-chat", path: `clarity/processes/${id}?chat=true`, shows: "Match invoice to order" },
    { name: "clarity-capture", path: `clarity/processes/${id}/captures/${capture}`, shows: "Section 4 of the accounts payable handbook." },
    { name: "clarity-print", path: `clarity/processes/${id}/versions/${version}/print`, shows: "Match invoice to order" },
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
