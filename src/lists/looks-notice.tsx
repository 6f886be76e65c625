import type { Looks } from "#contract/connections/looks.ts";
import { Time } from "#ui/time.tsx";

/** How looking for events at a connection goes. */
export function LooksNotice({ looks }: { looks: Looks | null }) {
  if (looks === null || (looks.looked_at === null && looks.failing_since === null))
    return <p className="text-sm text-ink-2">It is looked at for the first time soon. What is there then starts nothing.</p>;
  const { looked_at, failing_since, problem, missing_folders: missing, next_at } = looks;
  if (failing_since === null)
    return (
      <>
        {missing.length > 0 ? <MissingFolders names={missing} /> : null}
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

function MissingFolders({ names }: { names: readonly string[] }) {
  const [folder, it] = names.length === 1 ? ["folder", "it"] : ["folders", "them"];
  return (
    <p role="status" className="rounded-md bg-failed-soft px-3 py-3 text-sm break-words text-failed">
      The mailbox has no {folder} {names.map((name) => `“${name}”`).join(", ")}, so event triggers for {it} start nothing. Create {it}{" "}
      there, or choose another folder in the trigger.
    </p>
  );
}
