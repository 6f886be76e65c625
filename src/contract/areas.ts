// What the areas of the service call their own, declared before any endpoint names it.
import "./agents/ids.ts";
import "./agents/topics.ts";
import "./clarity/ids.ts";
import "./clarity/topics.ts";
import "./connections/ids.ts";
import "./connections/topics.ts";
import "./dashboards/ids.ts";
import "./dashboards/topics.ts";
import "./library/ids.ts";
import "./library/topics.ts";
import "./notifications/ids.ts";
import "./notifications/topics.ts";
import "./queues/ids.ts";
import "./queues/topics.ts";
import "./runs/ids.ts";
import "./runs/topics.ts";
import "./schedules/ids.ts";
import "./schedules/topics.ts";
import "./teams/ids.ts";
import "./teams/topics.ts";
import { declaredTopics } from "./topics.ts";

/** What can change in the service. What is declared later is of an area that tests add. */
export const ourTopics = declaredTopics();
