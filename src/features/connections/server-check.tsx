import { useState } from "react";
import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { checkMcpOAuth, type McpTool, probeMcpServer } from "#contract/connections/mcp.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { problemOf } from "#ui/problem.ts";
import { Status } from "#ui/status.tsx";
import type { SignIn } from "./connection-form.ts";
import type { Header } from "./header-rows.ts";

interface ServerCheckProps {
  teamId: string;
  server: string;
  headers: readonly Header[];
  /** What the server wants, once that is known. */
  onFound?: (wants: Exclude<SignIn, "native">) => void;
  /** Takes what is wrong with the address itself, where it has a field to be said under. */
  onWrongAddress?: ((words: string) => void) | undefined;
}

type Found =
  | { readonly is: "open"; readonly tools: readonly McpTool[] }
  | { readonly is: "sign_in"; readonly host: string; readonly registers: boolean }
  | { readonly is: "headers" }
  | { readonly is: "wrong"; readonly words: string };

/** Asks the server for its tools with what is typed, and what it wants instead. Stored values stay in the service, so they have to be typed again for it. */
export function ServerCheck({ teamId, server, headers, onFound, onWrongAddress }: ServerCheckProps) {
  const probe = useWrite(probeMcpServer);
  const offers = useWrite(checkMcpOAuth);
  const [answer, setAnswer] = useState<{ readonly to: string; readonly found: Found }>();
  const hidden = headers.some(({ value }) => value === "");
  const asked = JSON.stringify([server.trim(), headers]);
  const ask = async (url: string): Promise<Found> => {
    const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    const {
      success,
      tools = [],
      error,
      asks_who,
    } = await probe.mutateAsync({ params: { teamId }, body: { server_url: url, headers: sent } });
    if (success) return { is: "open", tools };
    if (!asks_who) return { is: "wrong", words: error ?? "The server gave no tools." };
    const { authorization_endpoint: page, knows_clients } = await offers.mutateAsync({ body: { mcp_server_url: url } });
    return page !== undefined && URL.canParse(page)
      ? { is: "sign_in", host: new URL(page).host, registers: knows_clients }
      : { is: "headers" };
  };
  const check = () =>
    void ask(server.trim())
      .catch((error: unknown): Found | undefined => {
        const issues = error instanceof ApiError ? error.issues : [];
        const address = issues.find(({ path }) => String(path.at(-1)).endsWith("server_url"));
        if (!address || !onWrongAddress) return { is: "wrong", words: issues[0]?.message ?? problemOf(error).message };
        onWrongAddress(address.message);
        return undefined;
      })
      .then((found) => {
        setAnswer(found && { to: asked, found });
        if (!found) return;
        if (found.is === "sign_in") onFound?.("oauth");
        else if (found.is !== "wrong") onFound?.(headers.length > 0 || found.is === "headers" ? "headers" : "url");
      });
  const found = answer?.to === asked ? answer.found : undefined;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1 text-sm">
      <Button size="sm" pending={probe.isPending || offers.isPending} disabled={server.trim() === "" || hidden} onClick={check}>
        Check server
      </Button>
      <div role="status" className="min-h-7 min-w-0 flex-1 basis-48 content-center break-words text-ink-2">
        {found ? <Said found={found} signed={headers.length > 0} /> : hidden ? "Enter every value to check it." : null}
      </div>
    </div>
  );
}

function Said({ found, signed }: { found: Found; signed: boolean }) {
  if (found.is === "wrong") return <p className="text-failed">{found.words}</p>;
  if (found.is === "headers")
    return (
      <>
        <Status look="asks" word="Wants a header" />
        <p>It requires credentials but offers no sign-in. Enter the key or token that its provider gave you.</p>
      </>
    );
  if (found.is === "sign_in")
    return (
      <>
        <Status look="asks" word="Wants you to sign in" />
        <p>
          You sign in at {found.host}.
          {found.registers
            ? null
            : " This server does not register apps automatically. Register Caseload there, then enter the client ID under “Advanced”."}
        </p>
      </>
    );
  const shown = found.tools.slice(0, 8).map(({ name }) => name);
  return (
    <>
      <Status look="done" word={`${signed ? "Works" : "Needs no sign-in"}: ${counted(found.tools.length, "tool", "tools")}`} />
      <p className="font-mono text-xs break-all">
        {shown.join(", ")}
        {found.tools.length > shown.length ? " …" : ""}
      </p>
    </>
  );
}
