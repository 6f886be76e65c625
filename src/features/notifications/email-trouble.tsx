import type { EmailState } from "#contract/notifications/preferences.ts";
import { Time } from "#ui/time.tsx";

/** Why emails do not reach somebody at the moment. */
export function EmailTrouble({ email: { trouble } }: { email: EmailState }) {
  if (trouble === null) return null;
  return (
    <p role="status" className="rounded-md border border-line px-3 py-2 text-sm break-words">
      <span className="font-medium text-failed">Emails cannot be sent:</span> {trouble.reason}. The first failure was{" "}
      <Time at={trouble.since} />.
    </p>
  );
}
