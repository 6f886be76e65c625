import { pagesOfLanding } from "#server/gates/part/pages.ts";
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
/** Of all places with work in them, those that a landing walks. */
export const placesOfLanding = (work: SampleWork): readonly Place[] => ofLanding(fullPlaces(work));
export const emptyPlaces: readonly Place[] = areas.flatMap((area) => area.empty);
export const emptyPlacesOfLanding = (): readonly Place[] => ofLanding(emptyPlaces);
export const failingPlaces = (work: SampleWork): Place[] => areas.flatMap((area) => area.failing(work));

function ofLanding(all: readonly Place[]): readonly Place[] {
  return pagesOfLanding(all, ({ name, path }) => ({ name, address: path.startsWith("/") ? path : `/t/$teamId/${path}` }));
}
