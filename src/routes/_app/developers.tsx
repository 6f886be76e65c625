import { createFileRoute } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { listApiKeys } from "#contract/teams/api-keys.ts";
import { DevelopersPage } from "#features/reference/developers-page.tsx";
import { referenceRead } from "#features/reference/queries.ts";
import { ClientKey } from "#features/teams/client-key.tsx";
import { YourKeys } from "#features/teams/your-keys.tsx";

export const Route = createFileRoute("/_app/developers")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(referenceRead);
    void queryClient.prefetchQuery(read(listApiKeys));
  },
  component: () => <DevelopersPage keyForm={(onKey) => <ClientKey name="Program" readOnly={false} onKey={onKey} />} keys={<YourKeys />} />,
});
