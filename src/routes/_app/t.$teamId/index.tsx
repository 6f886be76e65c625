import { createFileRoute, redirect } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";

/** An address that was cut back to the team leads to its start. */
export const Route = createFileRoute("/_app/t/$teamId/")({
  beforeLoad: ({ params: { teamId } }) => {
    throw redirect({ href: pathTo("/t/$teamId/home", { teamId }), replace: true });
  },
});
