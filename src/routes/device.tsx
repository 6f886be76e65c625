import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { DevicePage } from "#features/teams/device-page.tsx";

/** Where the command line sends a person who signs it in. Its code is behind the `#`: no log of a server has it. */
export const Route = createFileRoute("/device")({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    if (await queryClient.ensureQueryData(sessionQuery)) return;
    throw redirect({ to: "/sign-in", search: { to: location.href } });
  },
  component: DevicePage,
});
