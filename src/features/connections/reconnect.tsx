import { LogIn } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { startNativeOAuth } from "#contract/connections/native.ts";
import { authorizeMcpOAuth } from "#contract/connections/oauth.ts";
import { needsSignIn } from "./connection-words.ts";
import { Button } from "#ui/button.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { leaveFor, thisPlace } from "./leave-for.ts";

interface ReconnectProps {
  connection: Connection;
  className?: string;
}

/** Signs in again where that is what a connection lacks, and comes back to this place. The connection keeps its id and every pin. */
export function Reconnect({ connection, className = "" }: ReconnectProps) {
  const start = useWrite(authorizeMcpOAuth);
  const startNative = useWrite(startNativeOAuth);
  const [leaving, setLeaving] = useState(false);
  const may = useMay(authorizeMcpOAuth, connection);
  if (!may || !needsSignIn(connection)) return null;
  const { id, team_id, name, server_url, has_oauth_tokens, provider, oauth_provider_key } = connection;
  const begin = () => {
    const body = { return_url: thisPlace(), reconnect_instance_id: id };
    return provider === "native"
      ? startNative.mutateAsync({ params: { teamId: team_id, provider: oauth_provider_key ?? "" }, body })
      : start.mutateAsync({ params: { teamId: team_id }, body: { ...body, mcp_server_url: server_url, name } });
  };
  const reconnect = () => {
    setLeaving(true);
    begin()
      .then(({ authorization_url }) => leaveFor(authorization_url))
      .catch((error: unknown) => {
        setLeaving(false);
        toast(problemOf(error).message, { failed: true, about: `reconnect ${id}` });
      });
  };
  return (
    <Button
      size="sm"
      icon={LogIn}
      pending={leaving}
      aria-label={has_oauth_tokens ? `Reconnect ${name}` : `Sign in to ${name}`}
      className={className}
      onClick={reconnect}
    >
      {has_oauth_tokens ? "Reconnect" : "Sign in"}
    </Button>
  );
}
