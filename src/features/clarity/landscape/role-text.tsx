import { useRef, useState } from "react";
import { useWrite } from "#api/query.ts";
import { updateClarityLandscapeNodePerson, type NodePerson } from "#contract/clarity/people.ts";
import { cx } from "#ui/cx.ts";
import { toast, toastFailed } from "#ui/toast.ts";

interface RoleTextProps {
  orgId: string;
  nodeId: string;
  person: NodePerson;
  mayChange: boolean;
}

/** What somebody is in a process, changed where it is read: Enter and leaving the field keep it, Escape does not. */
export function RoleText({ orgId, nodeId, person, mayChange }: RoleTextProps) {
  const [typed, setTyped] = useState<string>();
  const dropped = useRef(false);
  const update = useWrite(updateClarityLandscapeNodePerson);
  const params = { orgId, nodeId, personId: person.id };
  const shown = person.role ?? "";
  const keep = () => {
    const role = typed?.trim() ?? "";
    setTyped(undefined);
    if (dropped.current || role === shown) return;
    const set = (next: string) => update.mutateAsync({ params, body: { role: next === "" ? null : next } });
    set(role).then(() => toast("Role saved", { undo: () => void set(shown).catch(toastFailed) }), toastFailed);
  };
  if (!mayChange) return <span className={cx("truncate text-ink-3", shown === "" && "italic")}>{shown || "No role"}</span>;
  if (typed === undefined)
    return (
      <button
        type="button"
        onClick={() => {
          dropped.current = false;
          setTyped(shown);
        }}
        aria-label={`Role of ${person.name}: ${shown || "No role"}. Change`}
        className="max-w-full truncate rounded-sm px-1 text-ink-3 hover:bg-hover hover:text-ink"
      >
        {shown || "No role"}
      </button>
    );
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that it takes the place of had the focus
      autoFocus
      aria-label={`Role of ${person.name}`}
      className="control h-6 w-36 px-1 text-sm"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") dropped.current = true;
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
