import { createFileRoute } from "@tanstack/react-router";
import { Cookbook } from "#features/reference/cookbook.tsx";

export const Route = createFileRoute("/_app/reference/cookbook")({
  component: Cookbook,
});
