import { dashboardEvents } from "#contract/dashboards/events.ts";
import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { dashboardConnectionHandlers } from "./connections/dashboard-connections.ts";
import { dashboardHandlers } from "./dashboards/dashboards.ts";
import { figureHandlers } from "./figures/figures.ts";
import { dashboardMoveHandlers } from "./moves/move.ts";
import { dashboardOrganizationHandlers } from "./organization/organization.ts";
import { dashboardOwners } from "./owners.ts";
import { dashboardPageHandlers } from "./pages/pages.ts";
import { dashboardRefreshHandlers } from "./refresh/refresh.ts";
import { dashboardRefreshes } from "./refresh/refresh-work.ts";
import { dashboardMessageHandlers } from "./turns/messages.ts";
import { practiceDesigner } from "./turns/practice-dashboard.ts";
import { dashboardTurns } from "./turns/turn-queue.ts";
import { waitingQuestions } from "./turns/waiting-questions.ts";
import { dashboardVersionHandlers } from "./versions/versions.ts";
import { dashboardViewHandlers } from "./views/views.ts";

/** Pages of figures that an agent writes: each is data, drawn by the service and counted by the rights of whoever looks. */
export const dashboards = area({
  name: "dashboards",
  contract: resources,
  owns: dashboardOwners,
  events: dashboardEvents,
  handlers: {
    dashboards: dashboardHandlers,
    dashboardConnections: dashboardConnectionHandlers,
    dashboardMessages: dashboardMessageHandlers,
    dashboardMove: dashboardMoveHandlers,
    dashboardOrganization: dashboardOrganizationHandlers,
    dashboardPages: dashboardPageHandlers,
    dashboardRefresh: dashboardRefreshHandlers,
    dashboardVersions: dashboardVersionHandlers,
    dashboardViews: dashboardViewHandlers,
    figures: figureHandlers,
  },
  waits: [waitingQuestions],
  work: [dashboardTurns, dashboardRefreshes],
  practice: [practiceDesigner],
});
