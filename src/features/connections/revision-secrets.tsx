import { useQuery } from "@tanstack/react-query";
import { KeyRound, Unlink } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { attachRevisionSecret, detachRevisionSecret, type Secret } from "#contract/connections/secrets.ts";
import { Combobox } from "#ui/combobox.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { revisionSecretsRead, secretsRead } from "./queries.ts";

interface RevisionSecretsProps {
  teamId: string;
  agentId: string;
  buildId: string;
  /** Shared ones are attached by whoever may change the agent, one's own by everybody. */
  mayEdit: boolean;
}

const failed = (error: unknown) => toast(problemOf(error).message, { failed: true });

/** The secrets that programs of a revision's runs find in their environment. */
export function RevisionSecrets({ teamId, agentId, buildId, mayEdit }: RevisionSecretsProps) {
  const attached = useQuery(revisionSecretsRead(agentId, buildId));
  const all = useQuery(secretsRead(teamId));
  const attach = useWrite(attachRevisionSecret);
  const params = { agentId, buildId };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[720px] flex-col gap-4 px-4 py-6 md:px-5">
        <Loaded query={attached} what="the secrets of this revision" needs="Member">
          {(list) => (
            <>
              <Field
                label="Attach a secret"
                hint={
                  <>
                    Its variables are in the environment of this revision’s programs, from the next run on. Secrets are kept under{" "}
                    <AnyLink link={`/t/${teamId}/connections`} className="text-accent-ink underline underline-offset-2">
                      Connections
                    </AnyLink>
                    .
                  </>
                }
              >
                <Combobox
                  value={null}
                  loading={all.isPending || attach.isPending}
                  placeholder="Name of a secret"
                  options={optionsOf(all.data ?? [], list, mayEdit)}
                  onChange={(id) => {
                    if (id) attach.mutate({ params, body: { credentialId: id } }, { onError: failed });
                  }}
                />
              </Field>
              {list.length === 0 ? (
                <EmptyState inline icon={KeyRound} title="No secrets are attached">
                  Runs of this revision get none of your secrets.
                </EmptyState>
              ) : (
                <AttachedList list={list} params={params} mayEdit={mayEdit} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

function AttachedList({
  list,
  params,
  mayEdit,
}: {
  list: readonly Secret[];
  params: { agentId: string; buildId: string };
  mayEdit: boolean;
}) {
  const attach = useWrite(attachRevisionSecret);
  const detach = useWrite(detachRevisionSecret);
  const take = ({ id, name }: Secret) =>
    detach.mutate(
      { params: { ...params, credentialId: id } },
      {
        onSuccess: () =>
          toast(`${name} is detached`, { undo: () => attach.mutate({ params, body: { credentialId: id } }, { onError: failed }) }),
        onError: failed,
      },
    );
  return (
    <ul aria-label="Attached secrets" className="divide-y divide-line rounded-md border border-line">
      {list.map((secret) => (
        <li key={secret.id} className="flex items-start gap-3 px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{secret.name}</p>
            <p className="font-mono text-xs break-all text-ink-2">{secret.env_var_keys.join(", ")}</p>
          </div>
          <p className="shrink-0 text-sm text-ink-2">{secret.user_id ? "For your runs" : "For every run"}</p>
          {mayEdit || secret.user_id ? (
            <IconButton icon={Unlink} size="sm" label={`Detach ${secret.name}`} disabled={detach.isPending} onClick={() => take(secret)} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function optionsOf(all: readonly Secret[], attached: readonly Secret[], mayEdit: boolean) {
  return all
    .filter(({ id, user_id }) => (mayEdit || user_id !== null) && !attached.some((other) => other.id === id))
    .map(({ id, name, env_var_keys: keys }) => ({ value: id, label: name, note: keys.join(", ") }));
}
