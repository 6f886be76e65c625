import { Route as teamRoute } from "#routes/_app/t.$teamId.tsx";
import { toysRoute } from "./toys-route.tsx";

// The console as it is, with one page more: that has to be in the tree of routes before the router is made of it. A page of the service has a
// file in the folder of routes instead.
void import("#routeTree.gen.ts").then(() => {
  teamRoute.addChildren([...Object.values(teamRoute.children ?? {}), toysRoute]);
  return import("#main.tsx");
});
