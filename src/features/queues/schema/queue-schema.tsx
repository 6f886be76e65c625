import { useQuery } from "@tanstack/react-query";
import { Link2, Pencil, Plus, Unlink } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { type QueueJsonSchema, replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { Time } from "#ui/time.tsx";
import { AttachSchema } from "./attach-schema.tsx";
import { DetachSchema } from "./detach-schema.tsx";
import { SchemaEditor } from "./schema-editor.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import { SchemaHistory } from "./schema-history.tsx";
import { queueSchemaRead } from "./schema-queries.ts";
import { SchemaSwitches } from "./schema-switches.tsx";

/** What the data of the queue's cases has to look like. */
export function QueueSchema({ teamId, queueId }: { teamId: string; queueId: string }) {
  const found = useQuery(queueSchemaRead(queueId));
  return (
    <Section title="Fields" description="The fields of each case. People fill them in a form, and agents have to match them.">
      <Loaded query={found} what="the fields of this queue" inline>
        {(schema) => <Content teamId={teamId} queueId={queueId} current={schema} />}
      </Loaded>
    </Section>
  );
}

function Content({ teamId, queueId, current }: { teamId: string; queueId: string; current: QueueJsonSchema }) {
  const manages = useMay(replaceQueueJsonSchema);
  const [open, setOpen] = useState<"edit" | "attach" | "detach">();
  const close = () => setOpen(undefined);
  const { schema, frozen } = current;
  return (
    <div className="flex flex-col gap-5">
      {schema ? (
        <>
          <Facts current={current} />
          <SchemaFields schema={schema} />
        </>
      ) : (
        <p className="text-ink-2">
          {current.guarded
            ? "No fields yet, and the queue requires them. No case can be added until a person or an agent defines fields."
            : "No fields. Cases can have any text or JSON."}
        </p>
      )}
      {manages ? (
        <div className="flex flex-wrap gap-2">
          <Button icon={schema ? Pencil : Plus} disabled={frozen} onClick={() => setOpen("edit")}>
            {schema ? "Edit fields" : "Define fields"}
          </Button>
          {schema ? (
            <Button icon={Unlink} disabled={frozen} onClick={() => setOpen("detach")}>
              Detach
            </Button>
          ) : (
            <Button icon={Link2} onClick={() => setOpen("attach")}>
              Use another queue’s fields
            </Button>
          )}
        </div>
      ) : null}
      <SchemaSwitches queueId={queueId} current={current} disabled={!manages} />
      {schema ? <SchemaHistory queueId={queueId} /> : null}
      <SchemaEditor open={open === "edit"} onClose={close} queueId={queueId} current={current} />
      <AttachSchema open={open === "attach"} onClose={close} teamId={teamId} queueId={queueId} />
      <DetachSchema open={open === "detach"} onClose={close} queueId={queueId} guarded={current.guarded} />
    </div>
  );
}

function Facts({ current: { version, changed_at, change_summary, shared_with } }: { current: QueueJsonSchema }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>
        <span className="font-medium">Version {version}</span>
        <span className="text-ink-3">
          {" "}
          · <Time at={changed_at} /> · {change_summary}
        </span>
      </p>
      {shared_with.length > 0 ? (
        <p className="text-ink-2">Shared with {shared_with.map((queue) => queue.name).join(", ")}: changes apply there too.</p>
      ) : null}
    </div>
  );
}
