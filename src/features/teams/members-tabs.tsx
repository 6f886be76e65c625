import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { listTeamInvites } from "#contract/teams/invites.ts";
import { useGo } from "#ui/link.tsx";
import { Tabs } from "#ui/tabs.tsx";

/** Who is in a team, and who may come: the second is for those who decide it. */
export function MembersTabs({ teamId, value }: { teamId: string; value: "members" | "invites" }) {
  const go = useGo();
  if (!useMay(listTeamInvites)) return null;
  return (
    <Tabs
      label="Members"
      tabs={[
        { value: "members", label: "Members" },
        { value: "invites", label: "Invites" },
      ]}
      value={value}
      onChange={(next) => go(pathTo(`/t/$teamId/${next}`, { teamId }))}
    />
  );
}
