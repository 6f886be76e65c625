import { Fragment } from "react";
import { Dialog } from "#ui/dialog.tsx";
import { Keys } from "#ui/kbd.tsx";
import { type Shortcut, useBoundShortcuts, useSingleKeys } from "#ui/shortcuts.ts";
import { Switch } from "#ui/switch.tsx";

/** The keys that are bound right now, from the registry that binds them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = useBoundShortcuts();
  const [single, setSingle] = useSingleKeys();
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        {groups.toReversed().map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
            <dl>
              {byLabel(shortcuts).map(([label, all]) => (
                <div key={label} className="flex h-8 items-center justify-between gap-4 border-b border-line last:border-b-0">
                  <dt className={single || all.some((keys) => keys.includes("mod+")) ? "" : "text-ink-3 line-through"}>{label}</dt>
                  <dd className="flex items-center gap-1.5">
                    {all.map((keys, at) => (
                      <Fragment key={keys}>
                        {at > 0 ? <span className="text-xs text-ink-3">or</span> : null}
                        <Keys keys={keys} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label="Single-key shortcuts"
          hint="Turn them off if your screen reader or voice control uses the same keys."
          checked={single}
          onChange={setSingle}
        />
      </div>
    </Dialog>
  );
}

/** All keys that do the same, beside each other. */
function byLabel(shortcuts: readonly Shortcut[]): [label: string, keys: string[]][] {
  const all = new Map<string, string[]>();
  for (const { keys, label } of shortcuts) all.set(label, [...(all.get(label) ?? []), keys]);
  return [...all];
}
