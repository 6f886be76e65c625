import { useEffect, useRef, useState } from "react";
import { useWrite } from "#api/query.ts";
import { pathTo } from "#api/path-to.ts";
import { finishProviderLink, finishProviderSignIn } from "#contract/teams/single-sign-on.ts";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Progress } from "#ui/progress.tsx";
import { toast } from "#ui/toast.ts";
import { inviteOf, tripNow } from "./provider-trip.ts";
import { sampleComes } from "./sample-comes.ts";
import { CodeForm } from "./sign-in-forms.tsx";
import { useEntering } from "./use-entering.ts";

/** What the provider sent the browser back with. What it says in words may be anybody's, and is not shown. */
export interface ProviderAnswer {
  readonly state?: string;
  readonly code?: string;
  readonly iss?: string;
  readonly error?: string;
}

/** Ends a sign-in at the provider, and says what came of it. */
export function ProviderReturn({ answer: { state, code, iss, error } }: { answer: ProviderAnswer }) {
  const [trip] = useState(tripNow);
  const [codeAsked, setCodeAsked] = useState(false);
  const enter = useEntering();
  const signIn = useWrite(finishProviderSignIn, {
    onSuccess: ({ next, joined }) => {
      if (next === "second_factor") return setCodeAsked(true);
      if (trip.setup?.sample_workspace) sampleComes();
      void enter(joined ? "/" : trip.to, joined?.team_id);
    },
  });
  const link = useWrite(finishProviderLink, {
    onSuccess: ({ provider }) => {
      toast(`${provider.name ?? "The provider"} is connected`);
      void enter(trip.to);
    },
  });
  const words = ways[trip.for];
  const began = useRef(false);
  useEffect(() => {
    if (state === undefined || code === undefined || began.current) return;
    began.current = true;
    const brought = { state, code, ...(iss !== undefined && { iss }) };
    const invite = inviteOf(trip);
    if (trip.for === "link") link.mutate({ body: brought });
    else if (trip.for === "set-up") signIn.mutate({ body: { ...brought, setup: trip.setup } });
    else signIn.mutate({ body: { ...brought, ...(invite !== undefined && { invite }) } });
  });
  if (codeAsked)
    return (
      <EntryFrame title="One more step" lead="Your account asks for a code from your authenticator app.">
        <CodeForm onDone={() => void enter(trip.to)} onBack={() => void enter("/sign-in")} />
      </EntryFrame>
    );
  const why = failure(error, state !== undefined && code !== undefined) ?? (signIn.error ?? link.error)?.message;
  if (why === undefined)
    return (
      <EntryFrame title={words.under}>
        <Progress label="Finishing the sign-in" />
      </EntryFrame>
    );
  return (
    <EntryFrame title={words.failed} lead={<span role="alert">{why}</span>}>
      <LinkButton link={words.again(trip.to)} tone="primary" className="w-full">
        {words.back}
      </LinkButton>
    </EntryFrame>
  );
}

/** By what the browser went to the provider for. */
const ways = {
  "sign-in": { under: "Signing in", failed: "Not signed in", back: "Back to sign-in", again: signInAgain },
  "set-up": { under: "Setting up", failed: "Not set up", back: "Back to set-up", again: () => pathTo("/set-up", {}) },
  link: { under: "Connecting", failed: "Not connected", back: "Back to your profile", again: () => pathTo("/profile", {}) },
};

function failure(error: string | undefined, complete: boolean): string | undefined {
  if (error === "access_denied") return "The provider did not let you in, or you canceled. Try again.";
  if (error !== undefined)
    return "The provider could not finish the sign-in. Try again. If it fails again, ask your administrator for help.";
  return complete ? undefined : "There is no sign-in to finish here. Start again.";
}

function signInAgain(to: string): string {
  return to.startsWith("/join#") ? to : `/sign-in${to === "/" ? "" : `?to=${encodeURIComponent(to)}`}`;
}
