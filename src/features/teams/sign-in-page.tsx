import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { isOtherService } from "#api/credentials.ts";
import { unsentDrafts } from "#api/drafts.ts";
import { wasSignedIn } from "#api/session-query.ts";
import { destinationOf } from "./sign-in-search.ts";
import { pathTo } from "#api/path-to.ts";
import { AnyLink } from "#ui/link.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { keysRevoked, partingCount } from "./parting-count.ts";
import { ProviderButton } from "./provider-button.tsx";
import { CodeForm, KeyForm, PasswordForm } from "./sign-in-forms.tsx";
import { useEntering } from "./use-entering.ts";
import { useSignInWays } from "./use-sign-in-ways.ts";

const route = getRouteApi("/sign-in");
type Way = "password" | "second_factor" | "key";

export function SignInPage() {
  // Cookies do not reach another service, so there only a key can.
  const onlyKey = isOtherService();
  const [way, setWay] = useState<Way>(onlyKey ? "key" : "password");
  const { to } = route.useSearch();
  const [keys] = useState(partingCount.read);
  const [ended] = useState(() => to !== undefined && wasSignedIn());
  const { passwords } = useSignInWays();
  const entering = useEntering();
  const destination = destinationOf(to, location.origin);
  const enter = () => void entering(destination);
  if (way === "second_factor") {
    return (
      <EntryFrame title="One more step" lead="Your account asks for a code from your authenticator app.">
        <CodeForm onDone={enter} onBack={() => setWay("password")} />
      </EntryFrame>
    );
  }
  const byKey = way === "key";
  const lead = byKey ? (
    "The key stays in this tab and is removed when you close it."
  ) : ended ? (
    <SessionEnded unsent={unsentDrafts()} />
  ) : keys > 0 ? (
    <span role="status">Signed out everywhere.{keysRevoked(keys)}</span>
  ) : undefined;
  return (
    <EntryFrame
      title="Sign in"
      lead={lead}
      footer={
        // With the company's provider alone there is no other way, and the service opens no console to a key.
        onlyKey || !passwords ? undefined : (
          <div className="flex flex-wrap justify-center gap-x-4 gap-y-1">
            {byKey ? null : (
              <AnyLink link={pathTo("/forgot-password", {})} className={otherWay}>
                Forgot your password?
              </AnyLink>
            )}
            <button type="button" className={otherWay} onClick={() => setWay(byKey ? "password" : "key")}>
              {byKey ? "Use email and password" : "Use an API key instead"}
            </button>
          </div>
        )
      }
    >
      {byKey ? (
        <KeyForm onDone={enter} />
      ) : (
        <>
          {passwords ? <PasswordForm onDone={(next) => (next === "done" ? enter() : setWay("second_factor"))} /> : null}
          <ProviderButton to={destination} />
        </>
      )}
    </EntryFrame>
  );
}

function SessionEnded({ unsent }: { unsent: number }) {
  return (
    <span role="status">
      Your session ended. Sign in to continue where you were.
      {unsent > 0 ? " The text that you typed is kept in this tab." : ""}
    </span>
  );
}

const otherWay = "rounded-sm px-1 leading-6 text-ink-2 underline underline-offset-2 hover:text-ink";
