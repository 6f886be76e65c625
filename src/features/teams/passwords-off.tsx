import { pathTo } from "#api/path-to.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";

/** Instead of a page about passwords where people sign in with the company's provider alone. */
export function PasswordsOff({ title, provider }: { title: string; provider: string }) {
  return (
    <EntryFrame title={title}>
      <div className="flex flex-col items-start gap-4">
        <p role="status">Passwords are switched off here. You sign in with {provider}.</p>
        <LinkButton link={pathTo("/sign-in", {})} tone="primary">
          Sign in
        </LinkButton>
      </div>
    </EntryFrame>
  );
}
