import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { type Revision, updateRevision } from "#contract/agents/revisions.ts";
import { revisionRead } from "#features/agents/queries.ts";
import { nameOf, revisionTitle } from "#features/agents/revision-names.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { Time } from "#ui/time.tsx";

/** Name, description and origin of a revision; the first two are edited in place. */
export function RevisionSummary({ teamId, build, mayEdit }: { teamId: string; build: Revision; mayEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  const { parent_build_id: parentId } = build;
  const parent = useQuery({ ...revisionRead(build.agent_id, parentId ?? ""), enabled: parentId !== null }).data?.build;
  if (editing) return <NameForm build={build} onClose={() => setEditing(false)} />;
  return (
    <div className="flex shrink-0 items-start gap-2 px-3 pt-3 pb-1 md:px-5">
      <div className="min-w-0">
        <div className="flex items-center gap-1">
          <p className="truncate text-lg font-semibold">{nameOf(build)}</p>
          {mayEdit ? <IconButton size="sm" icon={Pencil} label="Edit name and description" onClick={() => setEditing(true)} /> : null}
        </div>
        {build.revision_description ? (
          <p className="line-clamp-3 max-w-prose whitespace-pre-line text-ink-2">{build.revision_description}</p>
        ) : null}
        <p className="text-sm text-ink-3">
          {build.created_by_name ? `${build.created_by_name}, ` : null}
          <Time at={build.created_at} />
          {parent ? (
            <>
              {", from "}
              <AnyLink
                className="underline underline-offset-2 hover:text-ink"
                link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: build.agent_id, buildId: parent.id })}
              >
                {revisionTitle(parent).toLowerCase()}
              </AnyLink>
            </>
          ) : null}
        </p>
      </div>
    </div>
  );
}

function NameForm({ build, onClose }: { build: Revision; onClose: () => void }) {
  const update = useWrite(updateRevision);
  const form = useContractForm(updateRevision, {
    id: `revision-name-${build.id}`,
    defaultValues: { revision_name: nameOf(build).slice(0, 80), revision_description: build.revision_description ?? "" },
    follows: ({ revision_name, revision_description }) => ({ Name: revision_name ?? "", Description: revision_description ?? "" }),
    submit: (_, changed) =>
      update.mutateAsync({
        params: { build_id: build.id },
        body: {
          ...("revision_name" in changed ? { revision_name: changed.revision_name ?? null } : {}),
          ...("revision_description" in changed ? { revision_description: changed.revision_description || null } : {}),
        },
      }),
    onDone: onClose,
  });
  return (
    <div className="shrink-0 border-b border-line px-3 py-3 md:px-5">
      <Form {...form.props} submit="Save name" tone="secondary" onCancel={onClose} className="max-w-[720px]">
        <Field label="Name" {...form.field("revision_name")}>
          <TextInput autoFocus autoComplete="off" />
        </Field>
        <Field label="Description" {...form.field("revision_description")}>
          <Textarea rows={2} />
        </Field>
      </Form>
    </div>
  );
}
