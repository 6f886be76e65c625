import { CircleArrowUp } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type LegacyProcess, upgradeClarityProcess } from "#contract/clarity/legacy.ts";
import { isGenerating } from "#features/clarity/process-words.ts";
import { Button } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import type { Crumb } from "#ui/frame.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { useGo } from "#ui/link.tsx";
import { Page, Section } from "#ui/page.tsx";
import { Status } from "#ui/status.tsx";
import { toast } from "#ui/toast.ts";

interface LegacyProcessViewProps {
  teamId: string;
  crumbs: readonly Crumb[];
  process: LegacyProcess;
  onUpgrading: (upgrading: boolean) => void;
}

/** A process of version 1: readable as it is, and upgraded by a Manager, who hears before what becomes of it. */
export function LegacyProcessView({ teamId, crumbs, process, onUpgrading }: LegacyProcessViewProps) {
  const [asking, setAsking] = useState(false);
  const mayUpgrade = useMay(upgradeClarityProcess);
  const go = useGo();
  const here = pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id });
  const upgrade = useWrite(upgradeClarityProcess, { onSuccess: () => go(here, { replace: true }) });
  const busy = isGenerating(process);
  const analyzed = process.analysis !== null;
  const captures = counted(process.captures.length, "capture", "captures");
  return (
    <Page
      title={process.name}
      crumbs={crumbs}
      width="reading"
      meta={
        <>
          <Status look="idle" word="Version 1" />
          <IdChip id={process.id} />
        </>
      }
      actions={
        mayUpgrade ? (
          <Button tone="primary" icon={CircleArrowUp} disabled={busy} onClick={() => setAsking(true)}>
            Upgrade
          </Button>
        ) : null
      }
    >
      <Section
        title="Version 1"
        description={mayUpgrade ? "You can read it. Upgrade it to change it." : "You can read it. A Manager can upgrade it."}
      >
        <p className="text-sm text-ink-2">{captures}</p>
      </Section>
      {analyzed ? (
        <Section title="Analysis" description="What was generated in the shape of version 1.">
          <CodeBlock text={JSON.stringify(process.analysis, null, 2)} label="Analysis" />
        </Section>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Upgrade to version 2?"
        action="Upgrade"
        mild={!analyzed}
        onConfirm={async () => {
          onUpgrading(true);
          try {
            await upgrade.mutateAsync({ params: { id: process.id } });
          } catch (error) {
            onUpgrading(false);
            throw error;
          }
          toast("Upgraded");
        }}
      >
        {analyzed ? (
          <p>
            The process is reset in place: its analysis is removed
            {process.captures.length > 0 ? ` and generated again from ${captures}` : ", and there is no capture to generate it again from"}.
            Copy the analysis first if you still need it. Name, people, labels and captures stay. This cannot be undone.
          </p>
        ) : (
          <p>The process moves to version 2 as it is, with {captures}. There is no analysis to generate again.</p>
        )}
      </ConfirmDialog>
    </Page>
  );
}
