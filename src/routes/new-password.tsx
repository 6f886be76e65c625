import { createFileRoute } from "@tanstack/react-router";
import { setupQuery } from "#api/session-query.ts";
import { NewPasswordPage } from "#features/teams/new-password-page.tsx";

export const Route = createFileRoute("/new-password")({
  beforeLoad: ({ context: { queryClient } }) => queryClient.ensureQueryData(setupQuery).then(() => undefined),
  component: NewPasswordPage,
});
