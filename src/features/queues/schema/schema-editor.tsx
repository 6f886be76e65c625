import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#api/client.ts";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { ownValue } from "#contract/queues/case-fields.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { changeSummary, type QueueJsonSchema, replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { z } from "#contract/zod.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { draftIn, emptySchema, schemaIn, SchemaText, textOf } from "./schema-text.ts";
import { KnownChoices } from "./known-choices.ts";
import { type FirstNames, firstNames, namesAfter } from "./renamed-fields.ts";
import { SchemaDocument } from "./schema-document.tsx";
import { queueSchemaRead } from "./schema-queries.ts";
import { schemaChanges } from "./schema-changes.ts";

interface Proposed {
  readonly schema: CaseSchema;
  readonly from: string;
  /** The values that fields are known to have, by their proposed names. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

interface SchemaEditorProps {
  onClose: () => void;
  queueId: string;
  current: QueueJsonSchema;
  /** What it starts with where the queue has no fields, and where that is from: another proposal is another draft. */
  proposed?: Proposed;
  /** `names`: what the fields were called in the proposal. */
  onSaved?: (saved: QueueJsonSchema, names: FirstNames) => void;
}

export function SchemaEditor({ open, ...rest }: SchemaEditorProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={rest.current.schema ? "Edit fields" : "Define fields"} size="lg">
      <EditorForm {...rest} />
    </Dialog>
  );
}

const Draft = z.strictObject({ schema: SchemaText, change_summary: changeSummary });

function EditorForm({ onClose, queueId, current, proposed, onSaved }: SchemaEditorProps) {
  const client = useQueryClient();
  const replace = useWrite(replaceQueueJsonSchema);
  /** The version that the person has seen; what is saved takes its place and no other's. */
  const [base, setBase] = useState(current);
  const form = useContractForm(Draft, {
    // What was begun on another version would undo it unseen.
    id: `schema-${queueId}-${base.schema_id ?? proposed?.from ?? "none"}`,
    // The first version changes nothing that could be explained.
    defaultValues: { schema: textOf(base.schema ?? proposed?.schema ?? emptySchema), change_summary: base.schema ? "" : "First version" },
    submit: async ({ schema, change_summary }) => {
      const body = { schema: schemaIn(schema) ?? emptySchema, change_summary, expected_schema_id: base.schema_id };
      try {
        return await replace.mutateAsync({ params: { queue_id: queueId }, body });
      } catch (error) {
        if (error instanceof ApiError && error.code === "schema_changed") await client.refetchQueries(queueSchemaRead(queueId));
        throw error;
      }
    },
    onDone: (saved) => {
      toast(`Version ${saved.version} of the fields is now in use`);
      onSaved?.(saved, names);
      onClose();
    },
  });
  const text = useFieldValue(form, "schema");
  // What was typed before a reload is here at once.
  const [names, setNames] = useState(() => namesAfter(firstNames(namesIn(proposed?.schema)), namesIn(draftIn(text) ?? proposed?.schema)));
  return (
    <Form
      {...form.props}
      // What the table could not take is not in the document: saving it would leave out what stands there to read.
      onSubmit={(event) => {
        const refused = event.currentTarget.querySelector<HTMLElement>("[data-refused]");
        event.preventDefault();
        const rules = refused?.closest("details");
        if (rules) rules.open = true;
        if (refused) refused.focus();
        else form.props.onSubmit(event);
      }}
      submit={base.schema ? "Save as a new version" : "Define fields"}
      onCancel={onClose}
    >
      <KnownChoices value={knownChoices(proposed, names)}>
        <SchemaDocument
          text={text}
          onChange={(next) => {
            const schema = draftIn(next);
            if (schema) setNames((before) => namesAfter(before, namesIn(schema)));
            form.set("schema", next);
          }}
          error={form.errorOf("schema")}
          errors={form.errorsBelow("schema")}
        />
      </KnownChoices>
      {current.schema_id === base.schema_id ? null : (
        <Overtaken
          latest={current}
          onGoOn={() => {
            if (!base.schema) form.set("change_summary", "");
            setBase(current);
          }}
        />
      )}
      <Changes base={base} text={text} />
      {base.schema ? (
        <Field label="What changes and why" hint="Shown in the version history." {...form.field("change_summary")}>
          <TextInput autoComplete="off" />
        </Field>
      ) : null}
    </Form>
  );
}

const namesIn = (schema: CaseSchema | undefined) => Object.keys(schema?.properties ?? {});

/** By the names that the fields have now. */
function knownChoices(
  { choices }: Pick<Proposed, "choices"> = { choices: {} },
  names: FirstNames,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries([...names].map(([name, first]) => [name, (first !== undefined && ownValue(choices, first)) || []]));
}

/** Somebody was faster. What was typed stays, and takes the other version's place only by a decision. */
function Overtaken({ latest: { schema, version, change_summary }, onGoOn }: { latest: QueueJsonSchema; onGoOn: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 break-words">
        {schema ? `Version ${version} was saved in the meantime: ${change_summary}.` : "The fields were detached in the meantime."} Your
        edits are kept here.
      </p>
      <Button size="sm" onClick={onGoOn}>
        {schema ? `Replace version ${version}` : "Define mine"}
      </Button>
    </div>
  );
}

function Changes({ base, text }: { base: QueueJsonSchema; text: string }) {
  const after = draftIn(text);
  if (!after) return null;
  const changes = schemaChanges(base.schema, after);
  return (
    <section aria-label="What changes for new cases" className="text-sm">
      <h3 className="font-medium">What changes for new cases</h3>
      {changes.length === 0 ? (
        <p className="text-ink-3">The fields do not change.</p>
      ) : (
        <ul className="ms-4 list-disc text-ink-2">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {base.schema ? <p className="mt-1 text-ink-3">Existing cases keep version {base.version} until their data changes.</p> : null}
    </section>
  );
}
