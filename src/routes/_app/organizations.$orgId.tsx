import { createFileRoute } from "@tanstack/react-router";
import { read } from "#api/query.ts";
import { getRetention } from "#contract/teams/retention.ts";
import { ConnectionSharing } from "#features/connections/connection-sharing.tsx";
import { OrganizationPage } from "#features/teams/organization-page.tsx";

export const Route = createFileRoute("/_app/organizations/$orgId")({
  loader: ({ context: { queryClient }, params: { orgId } }) => {
    void queryClient.prefetchQuery(read(getRetention, { params: { orgId } }));
  },
  component: Organization,
});

function Organization() {
  const { orgId } = Route.useParams();
  return (
    <OrganizationPage>
      <ConnectionSharing orgId={orgId} />
    </OrganizationPage>
  );
}
