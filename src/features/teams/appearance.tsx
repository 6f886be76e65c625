import { Field } from "#ui/field.tsx";
import { Section } from "#ui/page.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { useSingleKeys } from "#ui/shortcuts.ts";
import { Switch } from "#ui/switch.tsx";
import { type Theme, useTheme } from "#ui/theme.ts";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** What this browser remembers; it is not part of the account. */
export function Appearance() {
  const [theme, setTheme] = useTheme();
  const [single, setSingle] = useSingleKeys();
  return (
    <Section title="This browser">
      <div className="flex flex-col gap-5">
        <Field label="Appearance" group>
          <RadioGroup inline options={themes} value={theme} onChange={setTheme} />
        </Field>
        <Switch
          label="Single-key shortcuts"
          hint="Turn them off if your screen reader or voice control uses the same keys."
          checked={single}
          onChange={setSingle}
        />
      </div>
    </Section>
  );
}
