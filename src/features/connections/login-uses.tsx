import { useQuery } from "@tanstack/react-query";
import { useSession } from "#api/session.ts";
import type { ListedLogin } from "#contract/connections/logins.ts";
import { Time } from "#ui/time.tsx";
import { CredentialUses } from "./credential-uses.tsx";
import { loginUsesRead } from "./queries.ts";

/** What stops where it is deleted: the revisions that have it, and when a run last needed it. */
export function LoginUses({ teamId, login }: { teamId: string; login: ListedLogin }) {
  const { user } = useSession();
  const uses = useQuery(loginUsesRead({ teamId, userId: user.id, id: login.id }));
  return (
    <>
      <CredentialUses teamId={teamId} query={uses} tab={{ value: "logins", label: "Logins" }} />
      <p className="mb-4 text-sm text-ink-2">
        <LastSignIn login={login} />
      </p>
    </>
  );
}

export function LastSignIn({ login: { last_used_at: at } }: { login: ListedLogin }) {
  if (at === null) return "No sign-in by a run is known.";
  return (
    <>
      A run last signed in with it <Time at={at} />.
    </>
  );
}
