import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "#api/query.ts";
import { type ApiKey, listApiKeys } from "#contract/teams/api-keys.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { KeyRow } from "./key-row.tsx";
import { RevokeKey } from "./revoke-key.tsx";

/** The reader's keys, where one was just created. */
export function YourKeys() {
  const keys = useQuery(read(listApiKeys));
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <Section title="Your keys" description="When each of them was last used, by a client or by another program.">
      <Loaded inline query={keys} what="the keys" skeleton={<SkeletonRows rows={2} height={48} />}>
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <p className="text-ink-3">No keys yet.</p>
          ) : (
            <ul>
              {api_keys.map((each) => (
                <KeyRow key={each.id} apiKey={each} ofTeam={false} onRevoke={() => setRevoking(each)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Section>
  );
}
