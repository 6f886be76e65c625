import { type ReactNode, useState } from "react";
import { useSession } from "#api/session.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Section } from "#ui/page.tsx";
import { PasswordChange } from "./password-change.tsx";
import { AddSecondFactor, RemoveSecondFactor } from "./second-factor.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

export function Security() {
  const { user } = useSession();
  const [open, setOpen] = useState<"password" | "factor" | "everywhere" | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Sign-in">
      <ul>
        <Row title="Password" note="Changing it signs out every other browser.">
          <Button size="sm" onClick={() => setOpen("password")}>
            Change
          </Button>
        </Row>
        <Row
          title="Two-factor sign-in"
          note="Asks for a code from an authenticator app at each sign-in."
          badge={user.second_factor ? <Badge tone="done">On</Badge> : <Badge>Off</Badge>}
        >
          <Button size="sm" onClick={() => setOpen("factor")}>
            {user.second_factor ? "Turn off" : "Turn on"}
          </Button>
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
      {user.second_factor ? (
        <RemoveSecondFactor open={open === "factor"} onClose={close} />
      ) : (
        <AddSecondFactor open={open === "factor"} onClose={close} />
      )}
      <SignOutEverywhere open={open === "everywhere"} onClose={close} />
    </Section>
  );
}

function Row({ title, note, badge, children }: { title: string; note: string; badge?: ReactNode; children: ReactNode }) {
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
