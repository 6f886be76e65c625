import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { read, useWrite } from "#api/query.ts";
import { agreeToRevision, getRevisionAgreement, type SuspendedPerson } from "#contract/connections/agreements.ts";
import { countedPersonal, whySuspended } from "#contract/connections/suspension-words.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { RevisionChanges } from "./revision-changes.tsx";

/** More of these lines would push the revision out of sight. */
const named = 3;

/** Says on a revision's page whose own secrets and logins its runs do not get, and lets the viewer agree to what changed. */
export function AgreementNotice({ teamId, build }: { teamId: string; build: Revision }) {
  const params = { agentId: build.agent_id, buildId: build.id };
  const client = useQueryClient();
  const agreement = read(getRevisionAgreement, { params });
  const { data } = useQuery(agreement);
  const agree = useWrite(agreeToRevision);
  const [open, setOpen] = useState(false);
  if (!data) return null;
  const { mine, others, fingerprint, config } = data;
  const confirm = () =>
    agree.mutateAsync({ params, body: { fingerprint } }).then(
      () => {
        setOpen(false);
        toast("Agreed. Your secrets and logins are used again.");
      },
      (error: unknown) => {
        toast(problemOf(error).message, { failed: true });
        // What is agreed to next is what is there now.
        void client.invalidateQueries({ queryKey: agreement.queryKey });
      },
    );
  return (
    <>
      {mine?.suspended ? (
        <Line>
          <span className="min-w-0 flex-1 basis-60">
            Your secrets and logins are suspended: {whySuspended(mine.suspended, true)} Your runs work without them until you agree.
          </span>
          {/* Nobody agrees to what they have not been shown. */}
          <Button size="sm" onClick={() => setOpen(true)}>
            Review and agree…
          </Button>
        </Line>
      ) : null}
      {others.slice(0, named).map((person) => (
        <Line key={person.user_id}>{suspendedOf(person)}</Line>
      ))}
      {others.length > named ? <Line>{morePeople(others.length - named)}</Line> : null}
      <Dialog
        open={open && Boolean(mine?.suspended)}
        onClose={() => setOpen(false)}
        size="lg"
        title="What changed since you agreed"
        description="Agree only if this revision may use your secrets and logins as it is now."
      >
        {mine?.suspended ? <p className="mb-4">{whySuspended(mine.suspended, true)}</p> : null}
        <RevisionChanges
          teamId={teamId}
          before={mine?.agreed_config ?? null}
          after={config}
          beforeTitle="When you agreed"
          equal={mine?.agreed_config ? "The configuration is the same." : "You have not agreed to an earlier state of this revision."}
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button tone="quiet" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button tone="primary" pending={agree.isPending} onClick={() => void confirm()}>
            Agree
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-5"
    >
      {children}
    </div>
  );
}

function suspendedOf(person: SuspendedPerson): string {
  const { name, suspended } = person;
  return `Suspended: ${countedPersonal(person)} of ${name}. ${whySuspended(suspended)} Runs that ${name} starts get none of them until ${name} agrees.`;
}

function morePeople(count: number): string {
  return `Suspended: secrets and logins of ${count === 1 ? "one more person" : `${count.toLocaleString("en")} more people`}.`;
}
