import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { updateSkillFile } from "#contract/library/skill-files.ts";
import type { Skill } from "#contract/library/skills.ts";
import { CodeEditor } from "#ui/code-editor.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { baseNameOf, typeOf } from "./file-types.ts";
import { skillTextOf } from "./queries.ts";
import { TextEditor } from "./text-editor.tsx";
import { skillDraftId, useTextDraft } from "./text-draft.ts";
import { TextPreview } from "./text-preview.tsx";

interface SkillTextProps {
  skill: Skill;
  path: string;
  raw: boolean;
  mayEdit: boolean;
  onRaw: (raw: boolean) => void;
}

/** One file of a skill: formatted where it is Markdown, and as text, to be edited where that is allowed. */
export function SkillText({ skill, path, raw, mayEdit, onRaw }: SkillTextProps) {
  const text = useQuery(skillTextOf(skill.id, path));
  if (text.error?.code === "not_text" || text.error?.status === 404)
    return (
      <EmptyState icon={FileQuestion} title={baseNameOf(path)}>
        {text.error.message}
      </EmptyState>
    );
  return (
    <Loaded query={text} what="this file of the skill" needs="Member">
      {({ content }) => <Views skill={skill} path={path} content={content} raw={raw} mayEdit={mayEdit} onRaw={onRaw} />}
    </Loaded>
  );
}

function Views({ skill, path, content, raw, mayEdit, onRaw }: SkillTextProps & { content: string }) {
  const draft = useTextDraft(skillDraftId(skill.id, path));
  const write = useWrite(updateSkillFile);
  const name = baseNameOf(path);
  const markdown = typeOf(name).kind === "markdown";
  const editor = mayEdit ? (
    <TextEditor
      name={name}
      stored={{ content }}
      draft={draft}
      write={{
        pending: write.isPending,
        error: write.error,
        reset: write.reset,
        send: async (next) => {
          await write.mutateAsync({ params: { skill_id: skill.id, path }, body: { content: next } });
          return undefined;
        },
      }}
    />
  ) : (
    <div className="min-h-0 flex-1">
      <CodeEditor fill readOnly label={`Text of ${name}`} value={content} language={name.endsWith(".py") ? "python" : "plain"} />
    </div>
  );
  if (!markdown) return editor;
  const shown = draft.draft?.content ?? content;
  return (
    <Tabs
      label="View"
      tabs={[
        { value: "formatted", label: "Formatted" },
        { value: "raw", label: draft.draft ? "Text (unsaved edits)" : "Text" },
      ]}
      value={raw ? "raw" : "formatted"}
      onChange={(view) => onRaw(view === "raw")}
    >
      {raw ? editor : <TextPreview kind="markdown" name={name} text={withoutFrontMatter(shown)} />}
    </Tabs>
  );
}

/** Name and description stand beside the text; as Markdown they would be a rule and a heading. */
function withoutFrontMatter(text: string): string {
  return text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "");
}
