import { useState } from "react";
import type { ApiError } from "#api/client.ts";
import type { ApiKey } from "#contract/teams/api-keys.ts";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { KeyRow } from "./key-row.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

export type KeysQuery = LoadedQuery<{ api_keys: ApiKey[] }> & { error: ApiError | null };

/** Keys with what can be done to each. */
export function KeyList({ query, ofTeam = false }: { query: KeysQuery; ofTeam?: boolean }) {
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  return (
    <>
      <Loaded inline query={query} what="the keys" skeleton={<SkeletonRows rows={2} height={48} />}>
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <p className="text-ink-3">No keys yet.</p>
          ) : (
            <ul>
              {api_keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} ofTeam={ofTeam} onRevoke={() => setRevoking(key)} onRotate={() => setRotating(key)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
      <RotateKey apiKey={rotating} onClose={() => setRotating(null)} />
    </>
  );
}
