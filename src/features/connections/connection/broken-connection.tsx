import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#ui/loaded.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { connectionRead } from "#features/connections/queries.ts";

/** What a broken connection lacks, and the way to mend it. */
export function BrokenConnection({ id }: { id: string }) {
  const query = useQuery(connectionRead(id));
  return (
    <Loaded query={query} what="this connection" inline>
      {(connection) => <ConnectionNotice connection={connection} />}
    </Loaded>
  );
}
