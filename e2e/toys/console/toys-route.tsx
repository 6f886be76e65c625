import { createRoute } from "@tanstack/react-router";
import "#routeTree.gen.ts";
import { addressOf } from "#lists/list-search.ts";
import { Route as teamRoute } from "#routes/_app/t.$teamId.tsx";
import { toyList } from "#server/testing/toys/toy-list.ts";
import { readOffset } from "#ui/address.ts";
import { ToysPage } from "./toys-page.tsx";

const toysRoute = createRoute({
  getParentRoute: () => teamRoute,
  path: "toys",
  validateSearch: addressOf(toyList, { offset: readOffset }),
  component: ToysPage,
});

// An area of the service has a file in the folder of routes instead.
teamRoute.addChildren([...Object.values(teamRoute.children ?? {}), toysRoute]);
