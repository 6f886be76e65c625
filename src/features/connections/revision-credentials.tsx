import type { UseQueryResult } from "@tanstack/react-query";
import { type LucideIcon, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { Combobox } from "#ui/combobox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

/** A secret or a login, as a revision shows it. */
export interface Attachable {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** It serves runs of the one who is looking only. */
  readonly personal: boolean;
}

interface RevisionCredentialsProps {
  attached: LoadedQuery<readonly Attachable[]>;
  /** Everything that could be attached. */
  choices: UseQueryResult<readonly Attachable[]>;
  /** Shared ones are attached by whoever may change the agent, one's own by everybody. */
  mayEdit: boolean;
  busy: boolean;
  attach: (id: string) => Promise<unknown>;
  detach: (id: string) => Promise<unknown>;
  words: {
    readonly icon: LucideIcon;
    readonly plural: string;
    readonly label: string;
    readonly placeholder: string;
    readonly hint: ReactNode;
    readonly none: string;
  };
}

export type RevisionPanelProps = { teamId: string; agentId: string; buildId: string; mayEdit: boolean };

/** What is attached to a revision, and the field that attaches more. */
export function RevisionCredentials(props: RevisionCredentialsProps) {
  const { attached, choices, mayEdit, busy, attach, words } = props;
  return (
    <ScrollColumn gap="sm">
      <Loaded query={attached} what={`the ${words.plural} of this revision`} needs="Member">
        {(list) => (
          <>
            <Field label={words.label} hint={words.hint}>
              <Combobox
                value={null}
                loading={choices.isPending || busy}
                from={choices}
                placeholder={words.placeholder}
                options={(choices.data ?? [])
                  .filter(({ id, personal }) => (mayEdit || personal) && !list.some((other) => other.id === id))
                  .map(({ id, title, note }) => ({ value: id, label: title, note }))}
                onChange={(id) => {
                  if (id) void attach(id).catch(toastFailed);
                }}
              />
            </Field>
            {list.length === 0 ? (
              <EmptyState inline icon={words.icon} title={`No ${words.plural} are attached`}>
                {words.none}
              </EmptyState>
            ) : (
              <AttachedList {...props} list={list} />
            )}
          </>
        )}
      </Loaded>
    </ScrollColumn>
  );
}

function AttachedList({ list, mayEdit, busy, attach, detach, words }: RevisionCredentialsProps & { list: readonly Attachable[] }) {
  const take = ({ id, title }: Attachable) =>
    void detach(id).then(() => toast(`${title} detached`, { undo: () => void attach(id).catch(toastFailed) }), toastFailed);
  return (
    <ul aria-label={`Attached ${words.plural}`} className="divide-y divide-line rounded-md border border-line">
      {list.map((each) => (
        <li key={each.id} className="flex items-start gap-3 px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{each.title}</p>
            {each.note ? <p className="font-mono text-xs break-all text-ink-2">{each.note}</p> : null}
          </div>
          <p className="shrink-0 text-sm text-ink-2">{each.personal ? "For your runs" : "For every run"}</p>
          {mayEdit || each.personal ? (
            <IconButton icon={Unlink} size="sm" label={`Detach ${each.title}`} disabled={busy} onClick={() => take(each)} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
