import { createFileRoute } from "@tanstack/react-router";
import { UnsubscribePage } from "#features/notifications/unsubscribe-page.tsx";

export const Route = createFileRoute("/unsubscribe")({ component: UnsubscribePage });
