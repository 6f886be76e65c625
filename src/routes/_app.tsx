import { createFileRoute, redirect } from "@tanstack/react-router";
import { sessionQuery, setupQuery } from "#api/session-query.ts";
import { AppShell } from "#features/shell/app-shell.tsx";

export const Route = createFileRoute("/_app")({
  beforeLoad: async ({ context: { queryClient }, location }) => {
    if (await queryClient.ensureQueryData(sessionQuery)) return;
    const { needed } = await queryClient.fetchQuery(setupQuery);
    throw needed ? redirect({ to: "/set-up" }) : redirect({ to: "/sign-in", search: location.href === "/" ? {} : { to: location.href } });
  },
  component: AppShell,
});
