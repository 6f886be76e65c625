import { useWrite } from "#api/query.ts";
import { type QueueJsonSchema, updateQueueJsonSchemaSettings } from "#contract/queues/queue-json-schema.ts";
import { Switch } from "#ui/switch.tsx";
import { toast } from "#ui/toast.ts";

interface SchemaSwitchesProps {
  queueId: string;
  current: QueueJsonSchema;
  disabled: boolean;
}

export function SchemaSwitches({ queueId, current: { schema, guarded, frozen }, disabled }: SchemaSwitchesProps) {
  const update = useWrite(updateQueueJsonSchemaSettings);
  const set = (body: { guarded?: boolean; frozen?: boolean }) =>
    void update.mutateAsync({ params: { queue_id: queueId }, body }).catch((error: Error) => toast(error.message, { failed: true }));
  const off = disabled || update.isPending;
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Typed cases only"
        hint="Every new case has to fit the schema. Without it, cases with plain text or no data are taken as well."
        checked={guarded}
        disabled={off}
        onChange={(next) => set({ guarded: next })}
      />
      {schema ? (
        <Switch
          label="Frozen"
          hint="Nobody changes or detaches the schema, nor by a queue that shares it."
          checked={frozen}
          disabled={off}
          onChange={(next) => set({ frozen: next })}
        />
      ) : null}
    </div>
  );
}
