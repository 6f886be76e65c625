import { CircleStop, Ellipsis, Info, RotateCw, Terminal } from "lucide-react";
import { curlOf } from "#api/client.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { Button } from "#ui/button.tsx";
import { copyText } from "#ui/copy-text.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useSettled } from "#ui/use-settled.ts";
import { agentGone } from "./run-agent.ts";
import type { useRunActions } from "./use-run-actions.ts";

/** As wide as the widest of them: a run that ends moves nothing beside it. */
const acting = "min-w-29";
/** A press that was meant for the button that stood there before does nothing. */
const deadMs = 800;

interface RunActionsProps {
  run: RunDetails;
  actions: ReturnType<typeof useRunActions>;
  /** Opens the side where there is no room for it. */
  onDetails: (() => void) | undefined;
}

export function RunActions({ run, actions, onDetails }: RunActionsProps) {
  const gone = agentGone(run);
  const dead = useSettled(actions.ended, deadMs) !== actions.ended;
  const copyCurl = () => copyText(curlOf(getRunDetails, { params: { run_id: run.id } }));
  const copyId = () => copyText(run.id);
  usePageActions([
    ...(actions.ended ? [] : [{ id: "stop", label: "Stop this run", icon: CircleStop, decides: true, run: actions.stop }]),
    ...(gone ? [] : [{ id: "again", label: "Run again", icon: RotateCw, decides: true, run: actions.again }]),
    { id: "copy-id", label: "Copy the run’s id", run: copyId },
    { id: "copy-curl", label: "Copy as curl", icon: Terminal, run: copyCurl },
  ]);
  return (
    <>
      {actions.ended ? null : (
        <Button
          icon={CircleStop}
          className={acting}
          pending={actions.stopping}
          aria-disabled={dead}
          onClick={dead ? undefined : actions.stop}
        >
          {actions.stopping ? "Stopping…" : "Stop"}
        </Button>
      )}
      {actions.ended && !gone ? (
        <Button
          icon={RotateCw}
          className={acting}
          pending={actions.starting}
          aria-disabled={dead}
          onClick={dead ? undefined : actions.again}
        >
          Run again
        </Button>
      ) : null}
      {onDetails ? (
        <Button icon={Info} onClick={onDetails}>
          Details
        </Button>
      ) : null}
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More" />}
        entries={[
          ...(actions.ended || gone
            ? []
            : [{ label: "Run again", icon: RotateCw, note: "Same agent, same first message", onSelect: actions.again }]),
          ...(gone ? [{ label: "Run again", icon: RotateCw, disabled: true, note: `Its agent was ${gone}` }] : []),
          { label: "Copy id", onSelect: copyId },
          { label: "Copy as curl", icon: Terminal, onSelect: copyCurl },
        ]}
      />
    </>
  );
}
