import { createRoute } from "@tanstack/react-router";
import { addressOf } from "#lists/list-search.ts";
import { Route as teamRoute } from "#routes/_app/t.$teamId.tsx";
import { toyList } from "#server/testing/toys/toy-list.ts";
import { readOffset } from "#ui/address.ts";
import { ToysPage } from "./toys-page.tsx";

export const toysRoute = createRoute({
  getParentRoute: () => teamRoute,
  path: "toys",
  validateSearch: addressOf(toyList, { offset: readOffset }),
  component: ToysPage,
});
