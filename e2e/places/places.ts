import type { SampleWork } from "../sample-work.ts";
import { agentPlaces } from "./agent-places.ts";
import { clarityPlaces } from "./clarity-places.ts";
import { connectionPlaces } from "./connection-places.ts";
import { dashboardPlaces } from "./dashboard-places.ts";
import { libraryPlaces } from "./library-places.ts";
import { ownPlaces } from "./own-places.ts";
import { queuePlaces } from "./queue-places.ts";
import { runPlaces } from "./run-places.ts";
import { schedulePlaces } from "./schedule-places.ts";
import type { Place } from "./place.ts";

const areas = [
  runPlaces,
  agentPlaces,
  queuePlaces,
  schedulePlaces,
  dashboardPlaces,
  clarityPlaces,
  libraryPlaces,
  connectionPlaces,
  ownPlaces,
];

export const fullPlaces = (work: SampleWork): Place[] => areas.flatMap((area) => area.full(work));
export const emptyPlaces: readonly Place[] = areas.flatMap((area) => area.empty);
export const failingPlaces = (work: SampleWork): Place[] => areas.flatMap((area) => area.failing(work));
