import { createFileRoute, redirect } from "@tanstack/react-router";
import { setupQuery } from "#api/session-query.ts";
import { SetUpPage } from "#features/teams/set-up-page.tsx";

export const Route = createFileRoute("/set-up")({
  beforeLoad: async ({ context: { queryClient } }) => {
    const { needed } = await queryClient.fetchQuery(setupQuery);
    if (!needed) throw redirect({ to: "/sign-in" });
  },
  component: SetUpPage,
});
