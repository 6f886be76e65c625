import { createFileRoute } from "@tanstack/react-router";
import { referenceRead } from "#features/reference/queries.ts";
import { ReferencePage } from "#features/reference/reference-page.tsx";
import { address, textUpTo } from "#ui/address.ts";

export const Route = createFileRoute("/_app/reference")({
  validateSearch: address<{ search?: string }>({ search: textUpTo(100) }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(referenceRead);
  },
  component: ReferencePage,
});
