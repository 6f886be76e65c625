import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { isFilePath } from "#contract/fields.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { problemOf } from "#ui/problem.ts";
import { TextInput } from "#ui/text-input.tsx";
import { memoryLink } from "./memory-queries.ts";

interface NewMemoryFileProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  agentId: string;
}

/** Asks for a path and opens the file, which is empty then. */
export function NewMemoryFile({ open, ...rest }: NewMemoryFileProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title="New memory file">
      <PathForm {...rest} />
    </Dialog>
  );
}

function PathForm({ onClose, teamId, agentId }: Omit<NewMemoryFileProps, "open">) {
  const go = useGo();
  const put = useWrite(putAgentMemoryFile);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const path = typed.trim();
  const refused = put.error ? (put.error.issues[0]?.message ?? problemOf(put.error).message) : undefined;
  const submit = async () => {
    setTried(true);
    if (!isFilePath(path) || put.isPending) return;
    try {
      await put.mutateAsync({ params: { agent_id: agentId, path }, body: { content: "", generation: null } });
    } catch {
      return; // The field says why.
    }
    onClose();
    go(memoryLink(teamId, agentId, path));
  };
  return (
    <Form
      submit="Create file"
      busy={put.isPending}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector("input")?.focus();
        void submit();
      }}
    >
      <Field
        label="Path"
        hint="Use / for folders."
        error={tried && !isFilePath(path) ? "Use a path such as suppliers.md or customers/acme.md" : refused}
      >
        <TextInput
          code
          autoFocus
          autoComplete="off"
          placeholder="suppliers.md"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            put.reset();
          }}
        />
      </Field>
    </Form>
  );
}
