import { useWrite } from "#api/query.ts";
import { type QueueJsonSchema, updateQueueJsonSchemaSettings } from "#contract/queues/queue-json-schema.ts";
import { Switch } from "#ui/switch.tsx";
import { toastFailed } from "#ui/toast.ts";

interface SchemaSwitchesProps {
  queueId: string;
  current: QueueJsonSchema;
  disabled: boolean;
}

export function SchemaSwitches({ queueId, current: { schema, guarded, frozen }, disabled }: SchemaSwitchesProps) {
  const update = useWrite(updateQueueJsonSchemaSettings);
  const set = (body: { guarded?: boolean; frozen?: boolean }) =>
    void update.mutateAsync({ params: { queue_id: queueId }, body }).catch(toastFailed);
  const off = disabled || update.isPending;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Require these fields"
        hint="Every new case has to match the fields. When off, cases with plain text or no data are accepted too."
        checked={guarded}
        disabled={off}
        onChange={(next) => set({ guarded: next })}
      />
      {schema ? (
        <Switch
          label="Locked"
          hint="The fields cannot be changed or detached, here or in a queue that shares them."
          checked={frozen}
          disabled={off}
          onChange={(next) => set({ frozen: next })}
        />
      ) : null}
    </div>
  );
}
