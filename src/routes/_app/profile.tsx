import { createFileRoute } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { listApiKeys } from "#contract/teams/api-keys.ts";
import { ProfilePage } from "#features/teams/profile-page.tsx";

export const Route = createFileRoute("/_app/profile")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(read(listApiKeys));
  },
  component: ProfilePage,
});
