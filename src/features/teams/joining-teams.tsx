import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "#api/query.ts";
import { updateOrganizationDiscovery } from "#contract/teams/organization-teams.ts";
import { listMyOrganizations } from "#contract/teams/profile.ts";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

const words = {
  request: { label: "They ask to join", hint: "A Manager of the team approves or declines." },
  auto: { label: "Anyone can join", hint: "Anyone in the organization can become a Member of any team." },
};
type Mode = keyof typeof words;
const modes = ["request", "auto"] as const;

/** How people of an organization join its teams, for those who administer it. */
export function JoiningTeams({ orgId }: { orgId: string }) {
  const { data } = useQuery(read(listMyOrganizations));
  const update = useWrite(updateOrganizationDiscovery);
  const now = data?.memberships.find(({ organization }) => organization.id === orgId)?.organization.discoveryMode;
  if (!now) return null;
  const set = (discoveryMode: Mode) => update.mutateAsync({ params: { orgId }, body: { discoveryMode } });
  const choose = async (mode: Mode) => {
    await set(mode);
    toast(`Joining teams: ${words[mode].label.toLowerCase()}`, { undo: () => void set(now).catch(toastFailed) });
  };
  return (
    <div className="border-t border-line pt-4">
      <Field label="How members of the organization join teams" group>
        <RadioGroup
          options={modes.map((value) => ({ value, ...words[value] }))}
          value={update.isPending ? update.variables.body.discoveryMode : now}
          onChange={(mode) => void choose(mode).catch(toastFailed)}
        />
      </Field>
    </div>
  );
}
