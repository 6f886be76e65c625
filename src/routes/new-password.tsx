import { createFileRoute } from "@tanstack/react-router";
import { NewPasswordPage } from "#features/teams/new-password-page.tsx";

export const Route = createFileRoute("/new-password")({ component: NewPasswordPage });
