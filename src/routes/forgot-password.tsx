import { createFileRoute } from "@tanstack/react-router";
import { setupQuery } from "#api/session-query.ts";
import { ForgotPasswordPage } from "#features/teams/forgot-password-page.tsx";

export const Route = createFileRoute("/forgot-password")({
  beforeLoad: ({ context: { queryClient } }) => queryClient.ensureQueryData(setupQuery).then(() => undefined),
  component: ForgotPasswordPage,
});
