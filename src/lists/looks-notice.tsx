import type { ReactNode } from "react";
import type { Looks, UnreadFolder } from "#contract/connections/looks.ts";
import { Time } from "#ui/time.tsx";

/** How looking for events at a connection goes. */
export function LooksNotice({ looks }: { looks: Looks | null }) {
  if (looks === null || (looks.looked_at === null && looks.failing_since === null))
    return <p className="text-sm text-ink-2">It is looked at for the first time soon. What is there then starts no runs.</p>;
  const { looked_at, failing_since, problem, unread_folders: unread, next_at } = looks;
  if (failing_since === null)
    return (
      <>
        <UnreadFolders folders={unread} />
        <p className="text-sm text-ink-2">Looked at about once a minute, last {looked_at ? <Time at={looked_at} /> : null}.</p>
      </>
    );
  return (
    <div role="status" className="flex flex-col gap-1 rounded-md bg-failed-soft px-3 py-3 text-sm text-failed">
      <p className="break-words">{problem}</p>
      <p>
        It fails since <Time at={failing_since} />. The next attempt is <Time at={next_at} />, or at once when the connection is changed.
      </p>
    </div>
  );
}

function UnreadFolders({ folders }: { folders: readonly UnreadFolder[] }) {
  const missing = folders.filter(({ refusal }) => refusal === null).map(({ name }) => `“${name}”`);
  const [folder, it] = missing.length === 1 ? ["folder", "it"] : ["folders", "them"];
  return (
    <>
      {missing.length > 0 ? (
        <Unread>
          The mailbox has no {folder} {missing.join(", ")}, so event triggers for {it} do not start runs. Create {it} there, or choose
          another folder in the trigger.
        </Unread>
      ) : null}
      {folders.map(({ name, refusal }) =>
        refusal === null ? null : (
          <Unread key={name}>
            The mail server does not open the folder “{name}”{refusal === "" ? null : <>: “{refusal}”</>}. Event triggers for it do not
            start runs. Give this user the right to read it there, or choose another folder in the trigger.
          </Unread>
        ),
      )}
    </>
  );
}

function Unread({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md bg-failed-soft px-3 py-3 text-sm break-words text-failed">
      {children}
    </p>
  );
}
