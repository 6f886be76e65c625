import { createFileRoute } from "@tanstack/react-router";
import { EnginePage } from "#features/runs/engine/engine-page.tsx";
import { engineRead } from "#features/runs/engine/engine-queries.ts";

export const Route = createFileRoute("/_app/engine")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(engineRead);
  },
  component: EnginePage,
});
