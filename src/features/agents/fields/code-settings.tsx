import { useQuery } from "@tanstack/react-query";
import { useFieldValue } from "#api/form.ts";
import { read } from "#api/query.ts";
import type { CodeStepData } from "#contract/agents/config.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { ProgramModule } from "./program-module.tsx";
import type { StepForm } from "./step-form.ts";
import { TeamFilesField } from "./team-files-field.tsx";
import { TimeLimitField } from "./time-limit-field.tsx";

/** The settings of a code step. */
export function CodeSettings({ form, at, teamId }: StepForm & { teamId: string }) {
  const source = useFieldValue(form, `${at}.data.source`) as CodeStepData["source"];
  const sandbox = useQuery(read(getCapabilities)).data?.sandbox;
  return (
    <>
      {sandbox && !sandbox.available ? (
        <p className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          This installation cannot run programs. {sandbox.reason} {sandbox.remedy}
        </p>
      ) : null}
      {source.kind === "files" ? (
        <Field label="Start command" hint="Runs in a shell in /workspace." {...form.field(`${at}.data.source.startCommand`)}>
          <TextInput code placeholder="python main.py" />
        </Field>
      ) : null}
      <TeamFilesField form={form} at={at} teamId={teamId} hint="Available under files/ when the program starts." />
      <TimeLimitField form={form} name={`${at}.data.timeoutMs`} />
      <section aria-label="What the program can use" className="border-t border-line pt-4 text-sm text-ink-2">
        <h3 className="mb-2 font-medium text-ink">What the program finds</h3>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1.5">
          <dt className="font-mono text-xs leading-5">/workspace</dt>
          <dd>The working folder, with the program's own files.</dd>
          <dt className="font-mono text-xs leading-5">files/</dt>
          <dd>The team files named above.</dd>
          <dt className="font-mono text-xs leading-5">output/</dt>
          <dd>Files written here are kept as results.</dd>
          <dt className="font-mono text-xs leading-5">RUN_ID</dt>
          <dd>The run's id, in the environment.</dd>
          <dt className="font-mono text-xs leading-5">RUN_MESSAGE</dt>
          <dd>The last message to the run.</dd>
        </dl>
        <p className="mt-2">There is no network.</p>
      </section>
      <ProgramModule />
    </>
  );
}
