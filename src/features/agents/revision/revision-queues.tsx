import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, X } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { listRevisionIntegrations, type QueueSlotType, queueSlotTypes, type Slot, type SlotQueue } from "#contract/agents/slots.ts";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { slotQueuesRead, useQueueChoices, useQueueSlot } from "./use-queue-slot.ts";

interface RevisionQueuesProps {
  teamId: string;
  build: Revision;
  mayEdit: boolean;
}

const words: Record<QueueSlotType, { title: string; description: string }> = {
  "case-queue-producer": { title: "Adds cases to", description: "Queues that this revision adds cases to." },
  "case-queue-consumer": { title: "Handles cases from", description: "Queues whose cases this revision handles." },
};

/** Which queues a revision works with. A change counts at once: it is no part of the configuration that is saved as a draft. */
export function RevisionQueues({ teamId, build, mayEdit }: RevisionQueuesProps) {
  const params = { agent_id: build.agent_id, build_id: build.id };
  const slots = useQuery(read(listRevisionIntegrations, { params }));
  return (
    <ScrollColumn>
      {mayEdit && build.status === "live" ? (
        <p className="-mb-2 text-sm text-ink-3">This revision is live. Changes take effect immediately.</p>
      ) : null}
      <Loaded query={slots} what="the queues of this revision">
        {({ integrations }) =>
          queueSlotTypes.map((type) => {
            const slot = integrations.find((each) => each.integration_type === type);
            return (
              <Section key={type} {...words[type]}>
                <QueueSlot {...{ teamId, build, type, mayEdit, ...(slot ? { slot } : {}) }} />
              </Section>
            );
          })
        }
      </Loaded>
    </ScrollColumn>
  );
}

type SlotProps = RevisionQueuesProps & { type: QueueSlotType; slot?: Slot };
type Change = Pick<ReturnType<typeof useQueueSlot>, "replace" | "busy">;

function QueueSlot(props: SlotProps) {
  const { teamId, build, type, slot } = props;
  const change = useQueueSlot(teamId, build, type, slot);
  return slot ? <Attached {...props} {...change} slot={slot} /> : <Queues {...props} {...change} queues={[]} />;
}

function Attached(props: SlotProps & Change & { slot: Slot }) {
  const named = useQuery(slotQueuesRead(props.build, props.slot));
  return (
    <Loaded query={named} what="its queues" inline>
      {({ queues }) => <Queues {...props} queues={queues} />}
    </Loaded>
  );
}

function Queues({ teamId, type, slot, mayEdit, queues, replace, busy }: SlotProps & Change & { queues: readonly SlotQueue[] }) {
  return (
    <div className="flex flex-col gap-3">
      {queues.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {queues.map((queue) => (
            <li key={queue.id} className="flex min-h-9 items-center gap-2 ps-3 pe-1">
              <AnyLink
                link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: queue.id })}
                className="min-w-0 flex-1 truncate hover:underline"
              >
                {queue.name}
              </AnyLink>
              {mayEdit ? (
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Remove ${queue.name}`}
                  disabled={busy}
                  onClick={() => void replace(queues.filter(({ id }) => id !== queue.id))}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : slot && !busy ? (
        <p className="flex items-start gap-2 text-sm text-waiting">
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
          No queue is chosen yet.
        </p>
      ) : mayEdit ? null : (
        <p className="text-ink-3">No queue.</p>
      )}
      {mayEdit ? (
        <AddQueue teamId={teamId} label={`Add a queue to: ${words[type].title}`} queues={queues} busy={busy} onChange={replace} />
      ) : null}
    </div>
  );
}

interface AddQueueProps {
  teamId: string;
  label: string;
  queues: readonly SlotQueue[];
  busy: boolean;
  onChange: (queues: readonly SlotQueue[]) => Promise<void>;
}

function AddQueue({ teamId, label, queues, busy, onChange }: AddQueueProps) {
  const { choices, none, loading, setTyped } = useQueueChoices(teamId);
  if (none)
    return (
      <p className="text-ink-3">
        This team has no queues yet.{" "}
        <AnyLink link={pathTo("/t/$teamId/queues", { teamId })} className="font-medium text-accent-ink underline underline-offset-2">
          Create one
        </AnyLink>
      </p>
    );
  const free = choices.filter(({ id }) => !queues.some((queue) => queue.id === id));
  return (
    <Field label={label} hideLabel>
      <Combobox
        placeholder="Add a queue"
        options={free.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        loading={loading}
        onSearch={setTyped}
        onChange={(id) => {
          const queue = free.find((each) => each.id === id);
          if (queue && !busy) void onChange([...queues, queue]);
        }}
      />
    </Field>
  );
}
