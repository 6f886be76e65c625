import { createFileRoute } from "@tanstack/react-router";
import { PluginList } from "#features/library/plugin-list.tsx";
import { pluginsRead } from "#features/library/queries.ts";

export const Route = createFileRoute("/_app/t/$teamId/plugins")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(pluginsRead());
  },
  component: PluginList,
});
