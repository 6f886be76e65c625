import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "#api/session-query.ts";
import { CodeForm, PasswordForm } from "./sign-in-forms.tsx";

/** Signs in on the page of the invite; what follows is the question whether to join. */
export function JoinByAccount({ email }: { email: string | null }) {
  const client = useQueryClient();
  const [codeAsked, setCodeAsked] = useState(false);
  const signedIn = () => void client.resetQueries({ queryKey: sessionQuery.queryKey });
  if (codeAsked) return <CodeForm onDone={signedIn} onBack={() => setCodeAsked(false)} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{email ? `${email} has an account here.` : ""} Sign in to join.</p>
      <PasswordForm onDone={(next) => (next === "done" ? signedIn() : setCodeAsked(true))} {...(email ? { email } : {})} />
    </div>
  );
}
