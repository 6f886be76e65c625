import { useQuery } from "@tanstack/react-query";
import { useSession } from "#api/session.ts";
import type { ListedLogin } from "#contract/connections/logins.ts";
import { CredentialUses } from "./credential-uses.tsx";
import { loginUsesRead } from "./queries.ts";

export function LoginUses({ teamId, login }: { teamId: string; login: ListedLogin }) {
  const { user } = useSession();
  const uses = useQuery(loginUsesRead({ teamId, userId: user.id, id: login.id }));
  return <CredentialUses teamId={teamId} query={uses} tab={{ value: "logins", label: "Logins" }} />;
}
