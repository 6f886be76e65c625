import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTeam } from "#api/session.ts";
import type { Given } from "#sdk/reference/snippets.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { AccessLine } from "./access-line.tsx";
import { objectIn } from "./body-text.ts";
import { CallFields } from "./call-fields.tsx";
import { ErrorList } from "./error-list.tsx";
import { firstBody, firstValues } from "./first-input.ts";
import { MethodMark } from "./method-mark.tsx";
import { Coded } from "./operation-words.tsx";
import { type Detail, detailRead } from "./queries.ts";
import { Snippets } from "./snippets.tsx";
import { TryIt } from "./try-it.tsx";

/** One operation: who may call it, what it takes, what it answers, and the call in the reader's hands. */
export function OperationPage({ name }: { name: string }) {
  const detail = useQuery(detailRead(name));
  return (
    <div className="mx-auto w-full max-w-[820px] px-4 py-6 md:px-6">
      <Loaded query={detail} what="the operation" skeleton={<SkeletonRows rows={8} height={48} />}>
        {(loaded) => <Operation key={loaded.name} detail={loaded} />}
      </Loaded>
    </div>
  );
}

function Operation({ detail }: { detail: Detail }) {
  const team = useTeam();
  const known = { teamId: team?.id, team_id: team?.id, orgId: team?.organization_id ?? undefined };
  const [values, setValues] = useState<Given["values"]>(() => firstValues(detail, known));
  const [body, setBody] = useState(() => firstBody(detail, known));
  const given = { values, body: objectIn(body) ?? {} };
  const { method, path, answers, types, example } = detail;
  return (
    <>
      <Section
        title={detail.name}
        description={
          <>
            <Coded text={`${detail.summary}.`} />
            <span className="mt-2 flex items-baseline gap-2 font-mono text-sm">
              <MethodMark method={method} />
              <span className="min-w-0 break-all text-ink">{path}</span>
            </span>
            <AccessLine detail={detail} />
          </>
        }
      >
        <Snippets detail={detail} given={given} />
      </Section>
      <Section title="Input">
        <CallFields detail={detail} values={values} onValues={setValues} body={body} onBody={setBody} />
        <TryIt detail={detail} values={values} body={body} />
      </Section>
      <Section title="Answer">
        <div className="flex flex-col gap-4">
          <ul className="text-sm">
            {answers.map(({ status, type }) => (
              <li key={status} className="flex items-baseline gap-3">
                <span className="font-medium tabular-nums">{status}</span>
                <code className="min-w-0 break-words whitespace-pre-wrap text-ink-2">{type === "undefined" ? "No content" : type}</code>
              </li>
            ))}
          </ul>
          {types.length > 0 ? (
            <Disclosure summary={`Types (${types.length})`}>
              <div className="mt-2">
                <CodeBlock label="TypeScript" text={types.map(({ text }) => text).join("\n\n")} />
              </div>
            </Disclosure>
          ) : null}
          {example.reply === undefined || example.reply === null ? null : (
            <CodeBlock label="Example" text={JSON.stringify(example.reply, null, 2)} />
          )}
        </div>
      </Section>
      <Section title="Errors">
        <ErrorList errors={detail.errors} />
      </Section>
    </>
  );
}
