import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { read } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { getProviderLink, type ProviderLink } from "#contract/teams/single-sign-on.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Section } from "#ui/page.tsx";
import { PasswordChange } from "./password-change.tsx";
import { ProviderLinkDialog } from "./provider-link.tsx";
import { AddSecondFactor, RemoveSecondFactor } from "./second-factor.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import { useSignInWays } from "./use-sign-in-ways.ts";

export function Security() {
  const { user } = useSession();
  const { data } = useQuery(read(getProviderLink));
  const [open, setOpen] = useState<"password" | "factor" | "provider" | "everywhere" | null>(null);
  const close = () => setOpen(null);
  const provider = data?.provider ?? unknown;
  const { name, password: withPassword } = provider;
  const { passwords } = useSignInWays();
  return (
    <Section title="Sign-in">
      <ul>
        {!passwords && name ? (
          <Row title="Password" note={`Passwords are switched off here. You sign in with ${name}.`} />
        ) : withPassword ? (
          <Row title="Password" note="Changing it signs out every other browser.">
            <Button size="sm" onClick={() => setOpen("password")}>
              Change
            </Button>
          </Row>
        ) : (
          <Row title="Password" note={`You have none: you sign in with ${name ?? "the provider of your company"}.`} />
        )}
        {name ? (
          <Row
            title={name}
            note={linkedNote(provider, passwords)}
            badge={provider.linked_at ? <Badge tone="done">Connected</Badge> : <Badge>Not connected</Badge>}
          >
            {withPassword && (passwords || !provider.linked_at) ? (
              <Button size="sm" onClick={() => setOpen("provider")}>
                {provider.linked_at ? "Disconnect" : "Connect"}
              </Button>
            ) : null}
          </Row>
        ) : null}
        <Row
          title="Two-factor sign-in"
          note="Asks for a code from an authenticator app at each sign-in."
          badge={user.second_factor ? <Badge tone="done">On</Badge> : <Badge>Off</Badge>}
        >
          {withPassword ? (
            <Button size="sm" onClick={() => setOpen("factor")}>
              {user.second_factor ? "Turn off" : "Turn on"}
            </Button>
          ) : null}
        </Row>
        <Row title="Sessions" note="Every browser where you are signed in, including this one.">
          <Button size="sm" onClick={() => setOpen("everywhere")}>
            Sign out everywhere
          </Button>
        </Row>
      </ul>
      <Dialog open={open === "password"} onClose={close} title="Change password">
        <PasswordChange onClose={close} />
      </Dialog>
      {name ? <ProviderLinkDialog open={open === "provider"} onClose={close} name={name} linked={provider.linked_at !== null} /> : null}
      {user.second_factor ? (
        <RemoveSecondFactor open={open === "factor"} onClose={close} />
      ) : (
        <AddSecondFactor open={open === "factor"} onClose={close} />
      )}
      <SignOutEverywhere open={open === "everywhere"} onClose={close} />
    </Section>
  );
}

/** Until it is read: what nearly everybody has. */
const unknown: ProviderLink = { name: null, linked_at: null, email: null, password: true };

function linkedNote({ linked_at, email }: ProviderLink, passwords: boolean): string {
  if (linked_at === null && !passwords) return "Connect it before your session ends. Your password no longer signs you in.";
  if (linked_at === null) return "Sign in with the account of your company instead of a password.";
  return email === null ? "You sign in with it." : `You sign in with it as ${email}.`;
}

function Row({ title, note, badge, children }: { title: string; note: string; badge?: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          {title} {badge}
        </p>
        <p className="text-sm text-ink-3">{note}</p>
      </div>
      {children}
    </li>
  );
}
