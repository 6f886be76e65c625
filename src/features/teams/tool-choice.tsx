import type { McpArea } from "#contract/teams/ai-clients.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { counted } from "#ui/counted.ts";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Switch } from "#ui/switch.tsx";
import { countOf, type ToolChoice as Choice } from "./client-setup.ts";

/** Which tools the client gets. Clients differ in how many they take. */
export function ToolChoice({ areas, choice, onChange }: { areas: readonly McpArea[]; choice: Choice; onChange: (choice: Choice) => void }) {
  const { readOnly } = choice;
  const count = (from: Choice["from"]) => countOf(areas, { ...choice, from });
  return (
    <div className="flex flex-col gap-4">
      <Field label="Tools" group hideLabel>
        <RadioGroup
          value={choice.from}
          onChange={(from) => onChange({ ...choice, from })}
          options={[
            {
              value: "all",
              label: `All ${counted(count("all"), "tool", "tools")}`,
              hint: "Each operation of the API is a tool. For clients that search their tools, such as Claude Code.",
            },
            {
              value: "areas",
              label: "Some areas",
              hint: "Only the tools of the areas that you choose. For clients that take few tools: Cursor 40, VS Code 128.",
            },
            {
              value: "find",
              label: `${readOnly ? 3 : 4} tools that find the others`,
              hint: `They describe and call all ${count("all")} operations. For every client, and with the fewest tokens.`,
            },
          ]}
        />
      </Field>
      {choice.from === "areas" ? <Areas areas={areas} choice={choice} onChange={onChange} /> : null}
      <Switch
        label="Read only"
        hint="The client is offered what reads, and a key that you create here cannot change anything."
        checked={readOnly}
        onChange={(next) => onChange({ ...choice, readOnly: next })}
      />
    </div>
  );
}

function Areas({ areas, choice, onChange }: { areas: readonly McpArea[]; choice: Choice; onChange: (choice: Choice) => void }) {
  const chosen = new Set(choice.areas);
  const set = (id: string, on: boolean) =>
    onChange({ ...choice, areas: areas.map((area) => area.id).filter((each) => (each === id ? on : chosen.has(each))) });
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">
        Areas <span className="font-normal text-ink-3 tabular-nums">{counted(countOf(areas, choice), "tool", "tools")} chosen</span>
      </legend>
      <div className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2 md:grid-cols-3">
        {areas.map(({ id, name, tools, reads }) => {
          const offered = choice.readOnly ? reads : tools;
          return (
            <Checkbox
              key={id}
              checked={chosen.has(id)}
              disabled={offered === 0 && !chosen.has(id)}
              onChange={(event) => set(id, event.target.checked)}
              label={
                <>
                  {name} <span className="text-ink-3 tabular-nums">{offered}</span>
                </>
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}
