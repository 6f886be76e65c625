import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "#api/client.ts";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { getClarityProcessBpmn } from "#contract/clarity/drawings.ts";
import { type ClarityExport, startClarityExport } from "#contract/clarity/exports.ts";
import type { NodePerson } from "#contract/clarity/people.ts";
import type { Snapshot } from "#contract/clarity/snapshot.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { FlowMap } from "#features/clarity/map/flow-map.tsx";
import type { Mark } from "#features/clarity/map/marks.ts";
import { connectionSettingsRead } from "#features/clarity/queries.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import type { Crumb } from "#ui/frame.ts";
import { Kbd } from "#ui/kbd.tsx";
import { useGo } from "#ui/link.tsx";
import { Page } from "#ui/page.tsx";
import { Facts, SidePanel } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { ChecksTable } from "./checks-table.tsx";
import { type Check, exportChecks } from "./export-checks.ts";
import { ExportFields } from "./export-fields.tsx";
import { exportSchema, headerOf, peopleOf } from "./export-form.ts";
import { FormerExports, LatestExport, OtherExports } from "./export-state.tsx";
import { isUnderWay } from "./export-words.ts";

interface ExportViewProps {
  teamId: string;
  crumbs: readonly Crumb[];
  process: { readonly id: string; readonly name: string };
  snapshot: Snapshot;
  /** As in "Version 3, live". */
  version: string;
  connections: readonly Connection[];
  /** Of the process, the latest first. */
  exports: readonly ClarityExport[];
  /** The person's own that have not ended. */
  active: readonly ClarityExport[];
  /** Of the process in the landscape; undefined where it has no place there. */
  people: readonly NodePerson[] | undefined;
  chosen: string | undefined;
  onChoose: (stepId: string | undefined) => void;
}

const formId = "clarity-export";

/** What stands in the way of an export, where it leads, and what became of it. */
export function ExportView({
  teamId,
  crumbs,
  process,
  snapshot,
  version,
  connections,
  exports,
  active,
  people,
  chosen,
  onChoose,
}: ExportViewProps) {
  const { steps } = snapshot.data;
  const [latest, ...former] = exports;
  const start = useWrite(startClarityExport);
  const go = useGo();
  const table = useRef<HTMLDivElement>(null);
  const form = useContractForm(exportSchema, {
    defaultValues: {
      connectionInstanceId: connections.find(({ id }) => id === latest?.connectionInstanceId)?.id ?? connections[0]?.id ?? "",
      processOwnerRef: latest?.processOwnerRef ?? "",
      processApproverRef: latest?.processApproverRef ?? "",
    },
    submit: async (values) => {
      const params = { process_id: process.id, kind: "current_process", snapshot_id: snapshot.id } as const;
      const file = await call(getClarityProcessBpmn, { params });
      const about = { processId: process.id, connectionInstanceId: values.connectionInstanceId, ...peopleOf(values) };
      return start.mutateAsync({ params: { teamId }, body: { ...about, bpmnXml: new TextDecoder().decode(file) } });
    },
  });
  const roles = people?.flatMap(({ role }) => role ?? []);
  const connectionId = useFieldValue(form, "connectionInstanceId");
  const settings = useQuery({ ...connectionSettingsRead(connectionId), enabled: connectionId !== "" });
  const directory = headerOf(settings.data?.headers, "directory");
  const made = exports.find((one) => one.status === "completed" && one.fileName === process.name && one.directory === directory);
  const taken = made?.modelUrl ?? undefined;
  const checks = exportChecks({ steps, roles, taken });
  const problems = checks.filter(({ level }) => level === "problem");
  const questions = checks.filter(({ level }) => level === "question");
  const [first] = problems;
  const underWay = latest !== undefined && isUnderWay(latest);
  const look = (check: Check) => {
    onChoose(check.stepId);
    table.current?.querySelector<HTMLElement>(`[data-check="${CSS.escape(check.key)}"]`)?.focus();
  };
  const editLink = (step: string) =>
    pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id }, { shown: snapshot.id, step });
  const again = () => (first ? look(first) : (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit());
  return (
    <Page
      title="Export"
      crumbs={crumbs}
      meta={
        <>
          {problems.length > 0 ? <Status look="failed" word={counted(problems.length, "problem", "problems")} /> : null}
          {questions.length > 0 ? <Status look="asks" word={`${questions.length} to look at`} /> : null}
        </>
      }
      actions={
        <Button
          type="submit"
          form={formId}
          tone="primary"
          pending={form.busy || underWay}
          onClick={(event) => {
            if (!first) return;
            event.preventDefault();
            look(first);
          }}
        >
          Export to SAP Signavio
        </Button>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto lg:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:shrink-0 max-lg:basis-auto">
          <div className="flex min-h-64 flex-1 flex-col border-b border-line">
            <FlowMap steps={steps} name={process.name} chosen={chosen} marks={marksOf(checks)} found={undefined} onChoose={onChoose} />
          </div>
          <div ref={table} className="lg:min-h-40 lg:flex-1 lg:overflow-y-auto">
            <ChecksTable {...{ checks, chosen, editLink }} onChoose={onChoose} onEdit={(step) => go(editLink(step))} />
          </div>
          <p aria-hidden className="flex shrink-0 items-center gap-4 border-t border-line px-5 py-2 text-sm text-ink-2 max-lg:hidden">
            <span>
              <Kbd>J</Kbd> <Kbd>K</Kbd> move
            </span>
            <span>
              <Kbd>Enter</Kbd> show on the map
            </span>
            <span>
              <Kbd>E</Kbd> edit
            </span>
          </p>
        </div>
        <SidePanel title="Where to">
          {latest ? <LatestExport latest={latest} pending={form.busy} onAgain={again} /> : null}
          <ExportFields {...{ teamId, formId, form, connections }} fileName={process.name} people={people ?? []} />
          <section aria-label="What is sent" className="border-t border-line">
            <h2 className="px-4 pt-3 text-sm font-semibold">What is sent</h2>
            <Facts
              rows={[
                ["Version", version],
                ["Sent", "BPMN 2.0 with its drawing"],
                ["Not sent", "Quotes, and names of people"],
              ]}
            />
          </section>
          <FormerExports exports={former} />
          <OtherExports teamId={teamId} exports={active.filter(({ processId }) => processId !== process.id)} />
        </SidePanel>
      </div>
    </Page>
  );
}

/** A problem of a step counts more than what is to look at. */
function marksOf(checks: readonly Check[]): ReadonlyMap<string, Mark> {
  const of = (level: Check["level"], mark: Mark) =>
    checks.flatMap((check): [string, Mark][] =>
      check.level === level && check.stepId !== undefined && check.elements === 1 ? [[check.stepId, mark]] : [],
    );
  return new Map([...of("question", "question"), ...of("problem", "problem")]);
}
