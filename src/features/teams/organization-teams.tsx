import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { sessionQuery } from "#api/session-query.ts";
import { roleNames } from "#contract/roles.ts";
import { requestToJoin } from "#contract/teams/join-requests.ts";
import { createOrgTeam, type OrganizationTeam } from "#contract/teams/organization-teams.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { JoiningTeams } from "./joining-teams.tsx";
import { organizationTeamsRead } from "./queries.ts";

/** The teams of an organization: those one works in, and those one can ask to join. */
export function OrganizationTeams({ orgId, manages }: { orgId: string; manages: boolean }) {
  const query = useQuery(organizationTeamsRead(orgId));
  const [making, setMaking] = useState(false);
  return (
    <Section
      title="Teams"
      description="Agents, runs and files belong to a team. Join a team or request access."
      aside={
        manages ? (
          <Button icon={Plus} size="sm" onClick={() => setMaking(true)}>
            New team
          </Button>
        ) : null
      }
    >
      <Loaded inline query={query} what="the teams of this organization">
        {(teams) => (
          <ul aria-label="Teams">
            {teams.map((team) => (
              <TeamRow key={team.id} team={team} />
            ))}
          </ul>
        )}
      </Loaded>
      {manages ? <JoiningTeams orgId={orgId} /> : null}
      <Dialog open={making} onClose={() => setMaking(false)} title="New team">
        <NewTeam orgId={orgId} onClose={() => setMaking(false)} />
      </Dialog>
    </Section>
  );
}

function TeamRow({ team }: { team: OrganizationTeam }) {
  const ask = useWrite(requestToJoin);
  const { id, name, memberCount, userRole, userHasPendingJoinRequest: asked, discoveryMode } = team;
  const join = async () => {
    const { status } = await ask.mutateAsync({ params: { teamId: id } });
    toast(status === "joined" ? `You joined ${name}` : `Asked to join ${name}`);
  };
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        {userRole ? (
          <AnyLink link={pathTo("/t/$teamId", { teamId: id })} className="font-medium hover:underline">
            {name}
          </AnyLink>
        ) : (
          <p className="font-medium">{name}</p>
        )}
        <p className="text-sm text-ink-3">{counted(memberCount, "member", "members")}</p>
      </div>
      {userRole ? (
        <span className="text-sm text-ink-2">{roleNames[userRole]}</span>
      ) : asked && discoveryMode === "request" ? (
        <span className="text-sm text-waiting">Requested</span>
      ) : (
        <Button
          size="sm"
          pending={ask.isPending}
          onClick={() => void join().catch(toastFailed)}
          aria-label={`${discoveryMode === "auto" ? "Join" : "Ask to join"} ${name}`}
        >
          {discoveryMode === "auto" ? "Join" : "Ask to join"}
        </Button>
      )}
    </li>
  );
}

function NewTeam({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const client = useQueryClient();
  const create = useWrite(createOrgTeam, { onSuccess: () => client.refetchQueries(sessionQuery) });
  const form = useContractForm(createOrgTeam, {
    id: `new-team-${orgId}`,
    defaultValues: { name: "" },
    submit: (body) => create.mutateAsync({ params: { orgId }, body }),
    onDone: ({ name }) => {
      toast(`${name} created`);
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Create team" onCancel={onClose}>
      <Field label="Name" {...form.field("name")}>
        <TextInput autoComplete="off" autoFocus />
      </Field>
    </Form>
  );
}
