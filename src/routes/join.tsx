import { createFileRoute } from "@tanstack/react-router";
import { sessionQuery } from "#api/session-query.ts";
import { JoinPage } from "#features/teams/join-page.tsx";

export const Route = createFileRoute("/join")({
  beforeLoad: ({ context: { queryClient } }) => queryClient.ensureQueryData(sessionQuery).then(() => undefined),
  component: JoinPage,
});
