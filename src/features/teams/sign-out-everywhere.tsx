import { useState } from "react";
import { call } from "#api/client.ts";
import { lostByLeaving } from "#api/drafts.ts";
import { leave, useSessionEnd } from "#api/session.ts";
import { signOutEverywhere } from "#contract/teams/session.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { alsoRevoke, useRevocableKeys } from "./own-keys.ts";
import { partingCount } from "./parting-count.ts";

export function SignOutEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const keys = useRevocableKeys();
  const endBy = useSessionEnd();
  const [withKeys, setWithKeys] = useState(false);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Sign out everywhere?"
      action="Sign out everywhere"
      onConfirm={async () => {
        const query = { revoke_api_keys: withKeys ? "true" : "false" } as const;
        const { revoked_api_keys } = await endBy((options) => call(signOutEverywhere, { query }, options));
        if (withKeys) partingCount.write(revoked_api_keys);
        leave();
      }}
    >
      <p>Every browser has to sign in again. API keys work until they are revoked.</p>
      <Lost />
      {keys > 0 ? (
        <Checkbox
          label={alsoRevoke(keys)}
          hint="Programs that use them are refused from their next request on."
          checked={withKeys}
          onChange={(event) => setWithKeys(event.target.checked)}
        />
      ) : null}
    </ConfirmDialog>
  );
}

/** Looks when the question is asked: what is typed behind it cannot change meanwhile. */
function Lost() {
  const [lost] = useState(lostByLeaving);
  return lost === undefined ? null : <p className="font-medium text-ink">{lost}</p>;
}
