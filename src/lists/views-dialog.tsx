import { Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useMay } from "#api/roles.ts";
import type { SavedView, ViewSource } from "#api/view-source.ts";
import { updateListView } from "#contract/teams/list-views.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface ViewsDialogProps<S> {
  open: boolean;
  onClose: () => void;
  source: ViewSource<S>;
}

/** Every view that somebody sees; those that they may change with what can be done to them. */
export function ViewsDialog<S>({ open, onClose, source }: ViewsDialogProps<S>) {
  const { views } = source;
  const manages = useMay(updateListView, { scope: "team" });
  const [renaming, setRenaming] = useState<string>();
  return (
    <Dialog open={open} onClose={onClose} title="Views of this list" size="md">
      {views.length === 0 ? <p className="text-ink-2">No saved views.</p> : null}
      <ul aria-label="Views">
        {views.map((view) => (
          <li key={view.id} className="flex min-h-12 items-center gap-2 border-b border-line py-1 last:border-b-0">
            {renaming === view.id ? (
              <Rename view={view} source={source} onClose={() => setRenaming(undefined)} />
            ) : (
              <>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{view.name}</span>
                  <span className="block truncate text-sm text-ink-2">
                    {view.scope === "team" ? "The team’s · " : ""}
                    {source.inWords(view.shows)}
                  </span>
                </span>
                {view.scope === "personal" || manages ? (
                  <Changes view={view} source={source} onRename={() => setRenaming(view.id)} />
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface OneViewProps<S> {
  view: SavedView<S>;
  source: ViewSource<S>;
}

function Changes<S>({ view, source, onRename }: OneViewProps<S> & { onRename: () => void }) {
  const show = (shows: S) => source.update(view, { shows });
  const replace = () =>
    void show(source.shown).then(
      () => toast(`“${view.name}” updated to the current filters`, { undo: () => void show(view.shows).catch(toastFailed) }),
      toastFailed,
    );
  const again = () => void source.create(view).catch(toastFailed);
  const drop = () => void source.remove(view).then(() => toast(`View “${view.name}” deleted`, { undo: again }), toastFailed);
  return (
    <span className="flex shrink-0">
      {source.same(view.shows, source.shown) ? null : (
        <IconButton icon={RefreshCw} size="sm" label={`Update ${view.name} to the current filters`} onClick={replace} />
      )}
      <IconButton icon={Pencil} size="sm" label={`Rename ${view.name}`} onClick={onRename} />
      <IconButton icon={Trash2} size="sm" label={`Delete ${view.name}`} onClick={drop} />
    </span>
  );
}

function Rename<S>({ view, source, onClose }: OneViewProps<S> & { onClose: () => void }) {
  const form = useContractForm(updateListView, {
    defaultValues: { name: view.name },
    submit: ({ name }) => source.update(view, { name: name ?? "" }),
    onDone: onClose,
    fieldOfCode: { name_taken: "name" },
  });
  const name = form.field("name");
  return (
    <Form {...form.props} submit="Save" onCancel={onClose} inline className="flex-1">
      <Field label="Name" {...name} limits={{ ...name.limits, required: true }}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
    </Form>
  );
}
