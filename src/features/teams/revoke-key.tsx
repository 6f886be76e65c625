import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { type ApiKey, revokeApiKey } from "#contract/teams/api-keys.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { counted } from "#ui/counted.ts";
import { toast } from "#ui/toast.ts";

/** Asks before it revokes the key; closed while there is none. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const revoke = useWrite(revokeApiKey);
  const [kept, setKept] = useState(false);
  const close = () => {
    setKept(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={apiKey !== null}
      onClose={close}
      title="Revoke this key?"
      action="Revoke key"
      {...(apiKey ? { typedName: apiKey.name } : {})}
      onConfirm={async () => {
        if (!apiKey) return;
        const { revoked } = await revoke.mutateAsync({ params: { id: apiKey.id }, query: { descendants: kept ? "false" : "true" } });
        toast(
          revoked > 1 ? `“${apiKey.name}” and ${counted(revoked - 1, "key", "keys")} created with it revoked` : `“${apiKey.name}” revoked`,
        );
      }}
    >
      <p>Programs that use it are refused from their next request on. You cannot restore a revoked key.</p>
      {apiKey && apiKey.descendants > 0 ? (
        <Checkbox
          label={`Also revoke the ${counted(apiKey.descendants, "key", "keys")} created with it`}
          hint="If someone else had this key, they may have those too."
          checked={!kept}
          onChange={(event) => setKept(!event.target.checked)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
