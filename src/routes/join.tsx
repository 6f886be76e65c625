import { createFileRoute } from "@tanstack/react-router";
import { sessionQuery, setupQuery } from "#api/session-query.ts";
import { JoinPage } from "#features/teams/join-page.tsx";

export const Route = createFileRoute("/join")({
  beforeLoad: async ({ context: { queryClient } }) => {
    await Promise.all([queryClient.ensureQueryData(sessionQuery), queryClient.ensureQueryData(setupQuery)]);
  },
  component: JoinPage,
});
