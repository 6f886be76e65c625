import { Ellipsis, KeyRound, Pause, Pencil, Play, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { type WebhookSource, updateWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { AssignToSource } from "#features/schedules/assign/assign-button.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { Value } from "./one-time-secret.tsx";
import { RenameSource } from "./rename-source.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { SourceEvents } from "./source-events.tsx";
import { SourceListeners } from "./source-listeners.tsx";
import { senderWords, signingInWords } from "./sender-words.ts";
import { addressOf, curlExample, refusedInWords, refusedLast, stateOf } from "./source-words.ts";
import { TestEvent } from "./test-event.tsx";

interface SourceDrawerProps {
  source: WebhookSource | undefined;
  onClose: () => void;
  onDelete: (source: WebhookSource) => void;
}

/** One webhook source: how to send to it, what it took, and what a person can do. */
export function SourceDrawer({ source, onClose, onDelete }: SourceDrawerProps) {
  return (
    <Drawer open={source !== undefined} onClose={onClose} title={source?.name ?? "Webhook source"}>
      {source ? <Opened source={source} onDelete={() => onDelete(source)} /> : null}
    </Drawer>
  );
}

function Opened({ source, onDelete }: { source: WebhookSource; onDelete: () => void }) {
  const [asking, setAsking] = useState<"test" | "rotate" | "rename">();
  const mayChange = useMay(updateWebhookSource);
  const update = useWrite(updateWebhookSource);
  const close = () => setAsking(undefined);
  const set = (enabled: boolean) =>
    update.mutate(
      { params: { source_id: source.id }, body: { enabled } },
      {
        onError: toastFailed,
        onSuccess: () => toast(enabled ? "Webhook source resumed" : "Webhook source paused"),
      },
    );
  const address = addressOf(source);
  const example = curlExample(source);
  return (
    <div className="flex flex-col gap-5">
      <Status {...stateOf(source)} />
      {refusedLast(source) && source.refused_for && source.refused_at ? (
        <p className="rounded-md bg-failed-soft px-3 py-2 text-sm text-failed">
          A delivery was refused <Time at={source.refused_at} />. {refusedInWords(source.sender, source.refused_for)}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {mayChange && !source.has_secret ? (
          <Button tone="primary" icon={KeyRound} onClick={() => setAsking("rotate")}>
            Enter secret
          </Button>
        ) : null}
        <AssignToSource teamId={source.team_id} source={source} />
        <Button icon={Send} disabled={!source.enabled} onClick={() => setAsking("test")}>
          Send a test event
        </Button>
        {mayChange ? (
          <>
            <Button icon={source.enabled ? Pause : Play} pending={update.isPending} onClick={() => set(!source.enabled)}>
              {source.enabled ? "Pause" : "Resume"}
            </Button>
            <Menu
              trigger={<IconButton icon={Ellipsis} label="More actions" />}
              entries={[
                { label: "Rename", icon: Pencil, onSelect: () => setAsking("rename") },
                { label: source.has_secret ? "Replace secret" : "Enter secret", icon: KeyRound, onSelect: () => setAsking("rotate") },
                "separator",
                { label: "Delete", icon: Trash2, danger: true, onSelect: onDelete },
              ]}
            />
          </>
        ) : null}
      </div>
      <Value label="Address" text={address} />
      <p className="text-sm text-ink-2">
        {source.has_secret ? signingInWords(source) : senderWords[source.sender].steps}
        {source.former_secret_until ? (
          <>
            {" "}
            The secret before this one is taken until <Time at={source.former_secret_until} />.
          </>
        ) : null}
      </p>
      {example === undefined ? null : <Example text={example} />}
      <SourceListeners source={source} />
      <SourceEvents source={source} />
      <TestEvent source={source} open={asking === "test"} onClose={close} />
      <RotateSecret source={source} open={asking === "rotate"} onClose={close} />
      <RenameSource source={source} open={asking === "rename"} onClose={close} />
    </div>
  );
}

function Example({ text }: { text: string }) {
  return (
    <Disclosure summary="Example with curl">
      <div className="mt-2 flex justify-end">
        <CopyButton text={text} label="Copy example" />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <pre tabIndex={0} aria-label="Example" className="overflow-x-auto rounded-md bg-sunken p-2 text-xs">
        {text}
      </pre>
    </Disclosure>
  );
}
