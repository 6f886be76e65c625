import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { batchAddClarityLandscapeNodePeople } from "#contract/clarity/people.ts";
import { ChoiceDialog } from "#features/clarity/choice-dialog.tsx";
import { PanelPart } from "#features/clarity/panel-part.tsx";
import { membersRead, nodePeopleRead } from "#features/clarity/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { RoleText } from "./role-text.tsx";

interface NodePeopleProps {
  orgId: string;
  nodeId: string;
  teamId: string;
  mayChange: boolean;
}

/** Who is involved in a process, and as what. */
export function NodePeople({ orgId, nodeId, teamId, mayChange }: NodePeopleProps) {
  const query = useQuery(nodePeopleRead(orgId, nodeId));
  const [adding, setAdding] = useState(false);
  const people = query.data?.people;
  return (
    <PanelPart
      title="People"
      {...(people && { count: people.length })}
      add={mayChange ? { label: "Add a person", run: () => setAdding(true) } : undefined}
    >
      <Loaded inline query={query} what="the people of this process">
        {({ people: rows }) =>
          rows.length === 0 ? (
            <p className="text-sm text-ink-3">No people yet.</p>
          ) : (
            <ul className="-mx-1">
              {rows.map((person) => (
                <li key={person.id} className="flex min-h-7 items-center gap-2 px-1 text-sm">
                  <span
                    aria-hidden
                    className="flex size-5 shrink-0 items-center justify-center rounded-full bg-hover text-[11px] font-medium text-ink-2"
                  >
                    {person.name.slice(0, 1).toLocaleUpperCase("en")}
                  </span>
                  <span className="min-w-0 flex-1 truncate" title={person.email ?? person.name}>
                    {person.name}
                  </span>
                  <RoleText orgId={orgId} nodeId={nodeId} person={person} mayChange={mayChange} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddPerson open={adding} onClose={() => setAdding(false)} orgId={orgId} nodeId={nodeId} teamId={teamId} />
    </PanelPart>
  );
}

const emailForm = /^\S+@\S+\.\S+$/;

function AddPerson({ open, onClose, orgId, nodeId, teamId }: Omit<NodePeopleProps, "mayChange"> & { open: boolean; onClose: () => void }) {
  const members = useQuery({ ...membersRead(teamId), enabled: open });
  const add = useWrite(batchAddClarityLandscapeNodePeople);
  const options = (members.data ?? []).map(({ id, name, email }) => ({ value: id, label: name ?? email, note: email }));
  const choose = async (value: string | null) => {
    if (value === null) return;
    const isMember = options.some((option) => option.value === value);
    if (!isMember && !emailForm.test(value)) throw new Error("Enter an email address such as name@example.com, or choose a member.");
    const people = [isMember ? { userId: value } : { email: value }];
    const { results } = await add.mutateAsync({ params: { orgId }, body: { nodeIds: [nodeId], people } });
    const [result] = results;
    if (result && result.status !== "added") throw new Error(result.message ?? "This person was not added.");
  };
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title="Add a person"
      label="Person"
      hint="A member of the team, or an email address"
      free
      options={options}
      submit="Add"
      onChoose={choose}
    />
  );
}
