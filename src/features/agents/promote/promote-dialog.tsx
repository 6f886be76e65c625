import { useEffect, useRef, useState } from "react";
import { ApiError } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { promoteRevision, type Revision } from "#contract/agents/revisions.ts";
import { revisionTitle } from "#features/agents/revision-names.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { AnyLink } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";
import { PreflightPanel } from "./preflight-panel.tsx";
import { usePreflight } from "./use-preflight.ts";

const confirmFirst = "Runs will fail. Fix the problems above, or tick the box to make it live anyway.";

interface PromoteProps {
  teamId: string;
  build: Revision;
  live: Revision | null;
  /** What the release note begins with, where the revision has none. */
  note?: string;
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
      title={build ? `Make ${revisionTitle(build).toLowerCase()} live` : ""}
      description="New runs use it. Active runs keep the revision they started with."
    >
      {build ? <PromoteForm build={build} {...rest} /> : null}
    </Dialog>
  );
}

function PromoteForm({ teamId, build, live, note, onClose, onSaveFirst }: PromoteProps) {
  const promote = useWrite(promoteRevision);
  const preflight = usePreflight(build.id);
  const [sure, setSure] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const problemList = useRef<HTMLElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const blocks = preflight.found.problems.some(({ severity }) => severity === "blocks");
  const makeLiveAgain = (before: Revision) =>
    promote.mutate(
      { params: { build_id: before.id }, body: {} },
      {
        onSuccess: () => toast(`${revisionTitle(before)} is live again`, { about: build.id }),
        onError: (error) => toast(`${revisionTitle(build)} is still live. ${error.message}`, { failed: true, about: build.id }),
      },
    );
  const form = useContractForm(promoteRevision, {
    defaultValues: {
      ...(build.revision_name ? { revision_name: build.revision_name } : {}),
      revision_description: build.revision_description ?? note ?? "",
    },
    submit: async ({ revision_name, revision_description }) => {
      const { problems } = await preflight.settled();
      if (!sure && problems.some(({ severity }) => severity === "blocks")) {
        setRefusals((count) => count + 1);
        throw new ApiError(0, "not_confirmed", confirmFirst);
      }
      return promote.mutateAsync({
        params: { build_id: build.id },
        body: { ...(revision_name ? { revision_name } : {}), revision_description: revision_description || null },
      });
    },
    onDone: () => {
      const undo = live && live.id !== build.id ? () => makeLiveAgain(live) : undefined;
      toast(`${revisionTitle(build)} is live`, { ...(undo && { undo }), about: build.id });
      onClose();
    },
  });
  const { error } = form.props;
  const confirmed = blocks && sure;
  // The way out of a refusal: the place where the first problem is fixed.
  useEffect(() => {
    if (refusals > 0) (problemList.current?.querySelector<HTMLElement>("[data-blocks] a") ?? box.current)?.focus();
  }, [refusals]);
  return (
    // What was mended meanwhile needs no confirmation any more.
    <Form
      {...form.props}
      error={error === confirmFirst && !blocks ? undefined : error}
      submit={confirmed ? "Make live anyway" : "Make live"}
      tone={confirmed ? "danger" : "primary"}
      onCancel={onClose}
    >
      <PreflightPanel ref={problemList} teamId={teamId} build={build} {...preflight.found} />
      {preflight.failed ? (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          The checks of this revision could not be loaded.
          <Button size="sm" onClick={preflight.retry}>
            Check again
          </Button>
        </p>
      ) : null}
      {onSaveFirst ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          <span>You have unsaved edits. They are not included.</span>
          <Button size="sm" onClick={onSaveFirst}>
            Save them first
          </Button>
        </div>
      ) : null}
      <Field label="Revision name" {...form.field("revision_name")}>
        <TextInput autoFocus autoComplete="off" placeholder={build.name} />
      </Field>
      <Field label="Release note" {...form.field("revision_description")}>
        <Textarea />
      </Field>
      {blocks ? (
        <Checkbox
          ref={box}
          label="Make it live even though runs will fail"
          checked={sure}
          onChange={(event) => setSure(event.target.checked)}
        />
      ) : null}
      <AnyLink
        link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/access", { teamId, agentId: build.agent_id, buildId: build.id })}
        target="_blank"
        className="self-start rounded-sm text-sm text-ink-2 underline underline-offset-2 hover:text-ink"
      >
        Permissions
      </AnyLink>
    </Form>
  );
}
