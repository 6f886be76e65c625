import { createFileRoute } from "@tanstack/react-router";
import { RouteMissing } from "#features/shell/route-error.tsx";

/** An address that leads nowhere keeps the shell: the way out is one click. */
export const Route = createFileRoute("/_app/$")({ component: RouteMissing });
