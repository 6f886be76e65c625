import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useContractForm } from "#api/form.ts";
import { read, useWrite } from "#api/query.ts";
import { promoteRevision, type Revision } from "#contract/agents/revisions.ts";
import { listFiles } from "#contract/library/files.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { AnyLink } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";
import { preflight } from "./preflight.ts";
import { revisionTitle } from "./revision-names.ts";

interface PromoteProps {
  teamId: string;
  build: Revision;
  live: Revision | null;
  onClose: () => void;
  /** There are edits that the revision does not hold; saves them and comes back. */
  onSaveFirst?: (() => void) | undefined;
}

/** Makes a revision the live one. `build` null keeps it closed. */
export function PromoteDialog({ build, ...rest }: Omit<PromoteProps, "build"> & { build: Revision | null }) {
  return (
    <Dialog
      open={build !== null}
      onClose={rest.onClose}
      title={build ? `Promote ${revisionTitle(build).toLowerCase()}` : ""}
      description="New runs use it. Runs that are under way stay on the revision they started with."
    >
      {build ? <PromoteForm build={build} {...rest} /> : null}
    </Dialog>
  );
}

function PromoteForm({ teamId, build, live, onClose, onSaveFirst }: PromoteProps) {
  const promote = useWrite(promoteRevision, { alsoStale: ["Agents"] });
  const form = useContractForm(promoteRevision, {
    defaultValues: {
      ...(build.revision_name ? { revision_name: build.revision_name } : {}),
      revision_description: build.revision_description ?? "",
    },
    submit: ({ revision_name, revision_description }) =>
      promote.mutateAsync({
        params: { build_id: build.id },
        body: { ...(revision_name ? { revision_name } : {}), revision_description: revision_description || null },
      }),
    onDone: () => {
      const back = live && live.id !== build.id ? { undo: () => promote.mutate({ params: { build_id: live.id }, body: {} }) } : {};
      toast(`${revisionTitle(build)} is live`, back);
      onClose();
    },
  });
  return (
    <Form {...form.props} submit="Promote" onCancel={onClose}>
      <Warnings teamId={teamId} build={build} />
      {onSaveFirst ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          <span>You have edits that are not saved. They are not part of it.</span>
          <Button size="sm" onClick={onSaveFirst}>
            Save them first
          </Button>
        </div>
      ) : null}
      <Field label="Name of the revision" {...form.field("revision_name")}>
        <TextInput autoFocus autoComplete="off" placeholder={build.name} />
      </Field>
      <Field label="What it changes" {...form.field("revision_description")}>
        <Textarea />
      </Field>
    </Form>
  );
}

/** What would make runs of it fail. It can be promoted all the same: a file may come later. */
function Warnings({ teamId, build }: { teamId: string; build: Revision }) {
  const files = useQuery(read(listFiles, { params: { teamId } }));
  const capabilities = useQuery(read(getCapabilities));
  const problems = preflight(build.config, files.data?.files, capabilities.data);
  if (problems.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
      {problems.map(({ text, segment }) => (
        <li key={text} className="flex items-start gap-2">
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">
            {text}{" "}
            {segment ? (
              <AnyLink link={`/t/${teamId}/${segment}`} className="underline underline-offset-2">
                Open files
              </AnyLink>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
