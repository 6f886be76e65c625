import { Dialog } from "#ui/dialog.tsx";
import { Keys } from "#ui/kbd.tsx";
import { useBoundShortcuts, useSingleKeys } from "#ui/shortcuts.ts";
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
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex h-8 items-center justify-between gap-4 border-b border-line last:border-b-0">
                  <dt className={single || keys.includes("mod+") ? "" : "text-ink-3 line-through"}>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
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
