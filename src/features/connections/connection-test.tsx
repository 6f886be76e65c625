import { useWrite } from "#api/query.ts";
import { probeMcpServer } from "#contract/connections/mcp.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { problemOf } from "#ui/problem.ts";
import { Status } from "#ui/status.tsx";
import type { Header } from "./connection-form.ts";

interface ConnectionTestProps {
  teamId: string;
  server: string;
  headers: readonly Header[];
}

/** Asks the server for its tools with what is typed. Stored values stay in the service, so they have to be typed again for it. */
export function ConnectionTest({ teamId, server, headers }: ConnectionTestProps) {
  const probe = useWrite(probeMcpServer);
  const hidden = headers.some(({ value }) => value === "");
  const test = () => {
    const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    probe.mutate({ params: { teamId }, body: { server_url: server.trim(), headers: sent } });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button size="sm" pending={probe.isPending} disabled={server.trim() === "" || hidden} onClick={test}>
        Test connection
      </Button>
      <div role="status" className="min-w-0 flex-1 break-words text-ink-2">
        {probe.error ? (
          problemOf(probe.error).message
        ) : probe.data ? (
          <Result {...probe.data} />
        ) : hidden ? (
          "Enter every value to test it."
        ) : null}
      </div>
    </div>
  );
}

type Answer = NonNullable<ReturnType<typeof useWrite<typeof probeMcpServer>>["data"]>;

function Result({ success, tools = [], error }: Answer) {
  if (!success) return <p className="text-failed">{error ?? "The server gave no tools."}</p>;
  const shown = tools.slice(0, 8).map(({ name }) => name);
  return (
    <>
      <Status look="done" word={counted(tools.length, "tool", "tools")} />
      <span className="ms-2 font-mono text-xs break-all">
        {shown.join(", ")}
        {tools.length > shown.length ? " …" : ""}
      </span>
    </>
  );
}
