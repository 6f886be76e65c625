import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useWrite } from "#api/query.ts";
import { useTeam } from "#api/session.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { publishDashboard } from "#contract/dashboards/dashboards.ts";
import { seesDashboard } from "#contract/dashboards/rights.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { peopleRead } from "#features/dashboards/queries.ts";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { problemOf } from "#ui/problem.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import { toast } from "#ui/toast.ts";

interface PublishDashboardProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  artifact: Artifact;
}

/** Who sees a dashboard. Before it is published it says who will see which figures. */
export function PublishDashboard({ open, onClose, teamId, artifact }: PublishDashboardProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title={artifact.visibility === "private" ? "Publish dashboard" : "Change audience"}
      description="Members of the team see the page live, with figures of what they may see themselves."
    >
      <Audience teamId={teamId} artifact={artifact} onClose={onClose} />
    </Dialog>
  );
}

const choices = [
  { value: "view", label: "Team can view", hint: "Members open it and change the range. Only you change the page." },
  {
    value: "edit",
    label: "Team can edit",
    hint: "Builders, Managers and Administrators also ask for changes, rename it and restore versions.",
  },
  {
    value: "organization",
    label: "Organization can view",
    hint: "Members of the team open it live. People in other teams see the figures that you see now, as they are now, without lists.",
  },
  { value: "private", label: "Private", hint: "Only you see it." },
] as const;

const said = {
  view: "Published to the team",
  edit: "Published to the team",
  organization: "Published to the organization",
  private: "Only you see it now",
};

function Audience({ teamId, artifact, onClose }: Omit<PublishDashboardProps, "open">) {
  const { visibility } = artifact;
  const now = visibility === "private" || visibility === "organization" ? visibility : artifact.publish_permission;
  const [chosen, setChosen] = useState<(typeof choices)[number]["value"]>(now === "private" ? "view" : now);
  const publish = useWrite(publishDashboard);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body =
      chosen === "private" || chosen === "organization" ? { visibility: chosen } : { visibility: "team" as const, permission: chosen };
    publish.mutate(
      { params: { artifactId: artifact.id }, body },
      {
        onSuccess: () => {
          toast(said[chosen]);
          onClose();
        },
      },
    );
  };
  return (
    <Form
      onSubmit={submit}
      submit={
        chosen === "private"
          ? "Make private"
          : now === "private"
            ? "Publish"
            : chosen === "organization" && now === chosen
              ? "Publish again"
              : "Save audience"
      }
      busy={publish.isPending}
      error={publish.error ? problemOf(publish.error).message : undefined}
      onCancel={onClose}
    >
      <Field group label="Audience">
        <RadioGroup options={choices} value={chosen} onChange={setChosen} />
      </Field>
      {chosen === "organization" ? (
        <p className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          By publishing you agree to show everyone in the organization the figures that you see now. They stay as they are until you publish
          again, and end when you can no longer see them yourself.
        </p>
      ) : null}
      {chosen !== "private" && artifact.has_live_connector_data ? (
        <p className="text-sm text-ink-2">What was read from connections is the same for everyone who sees the page.</p>
      ) : null}
      {chosen === "private" ? null : <WhoSeesWhat teamId={teamId} artifact={artifact} />}
    </Form>
  );
}

/** Whose figures each person will see, by their role in the team. */
function WhoSeesWhat({ teamId, artifact }: { teamId: string; artifact: Artifact }) {
  const team = useTeam();
  const people = useQuery(peopleRead(teamId));
  return (
    <section aria-label="Who will see what" className="rounded-md bg-sunken p-3">
      <h3 className="pb-1 text-sm font-medium">Who will see what</h3>
      <Loaded query={people} what="the members of the team" inline>
        {(members) => {
          const published = { ...artifact, visibility: "team" as const };
          const others = members.filter(
            ({ id, role }) => id !== artifact.created_by_user_id && seesDashboard(published, { userId: id, role }),
          );
          const of = (all: boolean) => others.filter(({ role }) => seesAllRuns({ role }) === all);
          const rows = [
            { people: of(true), says: "all runs, schedules and cases" },
            { people: of(false), says: "their own runs and schedules only, and all cases" },
          ].filter((row) => row.people.length > 0);
          if (rows.length === 0)
            return <p className="text-sm text-ink-2">You are the only member of {team?.name ?? "this team"} so far.</p>;
          return (
            <ul className="flex flex-col gap-2 text-sm">
              {rows.map((row) => (
                <li key={row.says}>
                  <span className="font-medium">{counted(row.people.length, "person sees", "people see")}</span> {row.says}
                  <span className="block truncate text-ink-3">{namesOf(row.people)}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function namesOf(people: readonly { readonly name: string | null; readonly email: string }[]): string {
  const names = people.slice(0, 4).map(({ name, email }) => name ?? email);
  return people.length > names.length ? `${names.join(", ")} and ${people.length - names.length} more` : names.join(", ");
}
