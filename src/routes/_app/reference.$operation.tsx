import { createFileRoute } from "@tanstack/react-router";
import { OperationPage } from "#features/reference/operation-page.tsx";
import { detailRead } from "#features/reference/queries.ts";

export const Route = createFileRoute("/_app/reference/$operation")({
  loader: ({ context: { queryClient }, params: { operation } }) => {
    void queryClient.prefetchQuery(detailRead(operation));
  },
  component: Operation,
});

function Operation() {
  return <OperationPage name={Route.useParams().operation} />;
}
