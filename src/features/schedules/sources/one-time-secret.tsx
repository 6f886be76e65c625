import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { OnlyHere } from "#ui/only-here.tsx";
import { addressOf, withSecret } from "./source-words.ts";

interface OneTimeSecretProps {
  source: WebhookSource;
  secret: string;
  /** Somebody tried to close it. */
  warned: boolean;
  onDone: () => void;
}

/** What another service has to know to send events. The secret is shown here and never again; without a signature it is part of the address. */
export function OneTimeSecret({ source, secret, warned, onDone }: OneTimeSecretProps) {
  const inAddress = source.sender === "other";
  const address = inAddress ? withSecret(source, secret) : addressOf(source);
  return (
    <div className="flex flex-col gap-4">
      <Value label="Address" text={address} />
      <OnlyHere address={address} />
      {inAddress ? null : <Value label="Secret" text={secret} />}
      {warned ? (
        <p role="alert" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
          Have you copied the {inAddress ? "address" : "secret"}? It cannot be shown again.
        </p>
      ) : null}
      <div className="flex justify-end">
        <Button tone="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** A text to copy, whole. */
export function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-2">
        <span className="text-sm font-medium">{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <code className="block rounded-md border border-line bg-sunken p-2 text-xs break-all select-all">{text}</code>
    </div>
  );
}
