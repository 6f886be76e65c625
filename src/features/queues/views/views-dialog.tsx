import { Check, Pencil, RefreshCw, Trash2, X } from "lucide-react";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type CaseView, createCaseView, deleteCaseView, updateCaseView } from "#contract/queues/case-views.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { searchOfView, showsSame, shownInWords, viewOfSearch } from "./view-filters.ts";

interface ViewsDialogProps {
  open: boolean;
  onClose: () => void;
  views: readonly CaseView[];
  /** What the list shows now. */
  search: CaseSearch;
}

/** Every view that somebody sees; those that they may change with what can be done to them. */
export function ViewsDialog({ open, onClose, views, search }: ViewsDialogProps) {
  const manages = useMay("team:manager");
  const [renaming, setRenaming] = useState<string>();
  return (
    <Dialog open={open} onClose={onClose} title="Views of this queue" size="md">
      {views.length === 0 ? <p className="text-ink-2">No saved views.</p> : null}
      <ul aria-label="Views">
        {views.map((view) => (
          <li key={view.id} className="flex min-h-12 items-center gap-2 border-b border-line py-1 last:border-b-0">
            {renaming === view.id ? (
              <Rename view={view} onClose={() => setRenaming(undefined)} />
            ) : (
              <>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{view.name}</span>
                  <span className="block truncate text-sm text-ink-2">
                    {view.scope === "team" ? "The team’s · " : ""}
                    {shownInWords(searchOfView(view))}
                  </span>
                </span>
                {view.scope === "personal" || manages ? (
                  <Changes view={view} search={search} onRename={() => setRenaming(view.id)} />
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Changes({ view, search, onRename }: { view: CaseView; search: CaseSearch; onRename: () => void }) {
  const create = useWrite(createCaseView);
  const update = useWrite(updateCaseView);
  const remove = useWrite(deleteCaseView);
  const params = { queue_id: view.queue_id, view_id: view.id };
  const failed = (error: Error) => toast(error.message, { failed: true });
  const show = (body: ReturnType<typeof viewOfSearch>) => update.mutateAsync({ params, body });
  const replace = () =>
    void show(viewOfSearch(search)).then(
      () =>
        toast(`“${view.name}” updated to the current filters`, { undo: () => void show(viewOfSearch(searchOfView(view))).catch(failed) }),
      failed,
    );
  const again = () => {
    const { name, scope } = view;
    const body = { name, scope, ...viewOfSearch(searchOfView(view)) };
    void create.mutateAsync({ params: { queue_id: view.queue_id }, body }).catch(failed);
  };
  const drop = () => void remove.mutateAsync({ params }).then(() => toast(`View “${view.name}” deleted`, { undo: again }), failed);
  return (
    <span className="flex shrink-0">
      {showsSame(view, search) ? null : (
        <IconButton icon={RefreshCw} size="sm" label={`Update ${view.name} to the current filters`} onClick={replace} />
      )}
      <IconButton icon={Pencil} size="sm" label={`Rename ${view.name}`} onClick={onRename} />
      <IconButton icon={Trash2} size="sm" label={`Delete ${view.name}`} onClick={drop} />
    </span>
  );
}

function Rename({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const update = useWrite(updateCaseView);
  const form = useContractForm(updateCaseView, {
    defaultValues: { name: view.name },
    submit: ({ name }) => update.mutateAsync({ params: { queue_id: view.queue_id, view_id: view.id }, body: { name: name ?? "" } }),
    onDone: onClose,
    fieldOfCode: { name_taken: "name" },
  });
  const { ref, onSubmit } = form.props;
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate aria-label={`Rename ${view.name}`} className="flex flex-1 items-start gap-1">
      <div className="min-w-0 flex-1">
        <Field label="Name" {...form.field("name")} limits={{ required: true, maxLength: 100 }}>
          <TextInput autoFocus autoComplete="off" />
        </Field>
      </div>
      <span className="mt-6 flex">
        <IconButton icon={Check} label="Save the name" type="submit" />
        <IconButton icon={X} label="Keep the name" onClick={onClose} />
      </span>
    </form>
  );
}
