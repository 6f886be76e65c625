import { ArrowRight, ArrowUpFromLine, FilePlus2 } from "lucide-react";
import { useRef, useState } from "react";
import { PeersFields } from "#features/agents/fields/peers-fields.tsx";
import { StepSettings, StepText } from "#features/agents/fields/step-fields.tsx";
import { StepFrame, stepFormId } from "#features/agents/fields/step-frame.tsx";
import { PromoteDialog } from "#features/agents/promote/promote-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { useInsteadOfLive } from "./instead-of-live.ts";
import { OvertakenNotice } from "./overtaken-notice.tsx";
import { RevisionActions } from "./revision-actions.tsx";
import { type RevisionProps, RevisionShell } from "./revision-shell.tsx";
import { useRevisionForm } from "./use-revision-form.ts";

/** A revision that can be changed: a draft in place, any other by writing a further draft. */
export function RevisionEditor(props: RevisionProps) {
  const { teamId, agent, build, live } = props;
  const [promoting, setPromoting] = useState(false);
  const thenPromote = useRef(false);
  const { form, round, discard, keep, copy, copying, overtaken } = useRevisionForm(props, () => {
    if (thenPromote.current) setPromoting(true);
    thenPromote.current = false;
  });
  const go = useGo();
  const first = useInsteadOfLive(teamId, agent, build);
  const promote = { id: "promote", label: "Make live", icon: ArrowUpFromLine, run: () => setPromoting(true) };
  const instead = first ? { id: "first", label: first.label, icon: ArrowRight, run: () => go(first.link) } : promote;
  const save = () => {
    if (form.dirty && !first?.fixed) document.querySelector<HTMLFormElement>(`#${stepFormId}`)?.requestSubmit();
  };
  // Over a dialog too: the browser would offer to store the page.
  useShortcuts("Revision", [{ keys: "mod+s", label: "Save", run: save, whileTyping: true, anywhere: true }]);
  usePageActions(build.status === "live" ? [] : [instead]);

  const refused = form.props.error !== undefined;
  const fields = { form, at: "config", type: agent.type, teamId };
  return (
    <>
      <RevisionShell
        {...props}
        mayEdit
        entries={[{ label: "Copy as new draft", icon: FilePlus2, onSelect: copy }, "separator"]}
        actions={
          <RevisionActions
            teamId={teamId}
            build={build}
            first={first}
            form={form}
            copying={copying}
            onCopy={copy}
            onDiscard={discard}
            onPromote={promote.run}
            onSave={() => {
              thenPromote.current = false;
            }}
          />
        }
      >
        <StepFrame
          key={round}
          form={form}
          notice={
            overtaken ? (
              <OvertakenNotice {...{ teamId, build }} base={overtaken} refused={refused} onKeep={keep} onDiscard={discard} />
            ) : undefined
          }
          main={<StepText {...fields} />}
          side={
            <>
              <StepSettings {...fields} />
              <PeersFields {...fields} build={build} />
            </>
          }
        />
      </RevisionShell>
      <PromoteDialog
        teamId={teamId}
        build={promoting ? build : null}
        live={live}
        onClose={() => setPromoting(false)}
        onSaveFirst={
          form.dirty && build.status === "draft"
            ? () => {
                thenPromote.current = true;
                setPromoting(false);
                form.props.onSubmit();
              }
            : undefined
        }
      />
    </>
  );
}
