import { createFileRoute } from "@tanstack/react-router";
import { GuestPage } from "#features/clarity/interview/guest-page.tsx";

export const Route = createFileRoute("/c/$token")({ component: GuestPage });
