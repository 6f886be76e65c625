import { getRouteApi } from "@tanstack/react-router";
import { ArrowRight, ArrowUpFromLine, Save } from "lucide-react";
import type { Revision } from "#contract/agents/revisions.ts";
import type { StepForm } from "#features/agents/fields/step-form.ts";
import { stepFormId } from "#features/agents/fields/step-frame.tsx";
import { GenerateButton } from "#features/agents/generation/generate-button.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import type { FirstStep } from "./instead-of-live.ts";

const route = getRouteApi("/_app/t/$teamId/agents/$agentId/revisions/$buildId/");

interface RevisionActionsProps {
  teamId: string;
  build: Revision;
  /** What has to come before it can go live. */
  first: FirstStep | undefined;
  form: StepForm["form"];
  copying: boolean;
  onCopy: () => void;
  onDiscard: () => void;
  onPromote: () => void;
  /** Before the form is sent. */
  onSave: () => void;
}

/** Whether everything is saved, and the buttons of a revision that can be changed. */
export function RevisionActions({ teamId, build, first, form, copying, onCopy, onDiscard, onPromote, onSave }: RevisionActionsProps) {
  const { against, tab } = route.useSearch();
  const comparing = against !== undefined;
  // The form is there in its own tab only.
  const away = comparing || tab !== undefined;
  const isDraft = build.status === "draft";
  const saves = !away && !first?.fixed && (isDraft || form.dirty);
  const save = () => document.querySelector<HTMLFormElement>(`#${stepFormId}`)?.requestSubmit();
  usePageActions([
    ...(saves ? [{ id: "save", label: isDraft ? "Save" : "Save as draft", icon: Save, run: () => (onSave(), save()) }] : []),
    ...(build.status === "live" || first ? [] : [{ id: "promote", label: "Make live…", icon: ArrowUpFromLine, run: onPromote }]),
  ]);
  return (
    <>
      <span role="status" className="text-sm text-ink-3">
        {form.dirty && first?.fixed
          ? "Unsaved edits: save them after the review"
          : form.dirty
            ? comparing
              ? "Unsaved edits are not compared"
              : "Unsaved edits"
            : isDraft
              ? "Saved"
              : ""}
      </span>
      {form.dirty && !away ? (
        <Button tone="quiet" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      {build.status === "historic" || first?.fixed ? null : <GenerateButton teamId={teamId} build={build} unsaved={form.dirty} />}
      {build.status === "live" ? null : first ? (
        <LinkButton tone={first.fixed ? "primary" : "secondary"} icon={ArrowRight} link={first.link}>
          {first.label}
        </LinkButton>
      ) : (
        <Button icon={ArrowUpFromLine} onClick={onPromote}>
          Make live
        </Button>
      )}
      {away || first?.fixed ? null : saves ? (
        <Button type="submit" form={stepFormId} tone="primary" pending={form.busy} onClick={onSave}>
          {isDraft ? "Save" : "Save as draft"}
        </Button>
      ) : (
        <Button tone="primary" pending={copying} onClick={onCopy}>
          Edit as draft
        </Button>
      )}
    </>
  );
}
