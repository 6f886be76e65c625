import { createFileRoute } from "@tanstack/react-router";
import { ReferenceOverview } from "#features/reference/overview.tsx";

export const Route = createFileRoute("/_app/reference/")({
  component: ReferenceOverview,
});
