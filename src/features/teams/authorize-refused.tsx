import { pathTo } from "#api/path-to.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";

/** By the code of the protocol, or ours. The address may be anybody's: only words of ours are shown. */
const reasons: Readonly<Record<string, string>> = {
  other_browser: "It was decided in another browser, or you have signed out since. Start again in the AI client.",
  invalid_client: "This client is no longer registered. Remove it in the AI client, then connect it again.",
  invalid_redirect_uri:
    "The client wants to return to an address that it did not register. Remove it in the AI client, then connect it again.",
  invalid_request: "The request of the client is incomplete or took longer than 10 minutes. Start again in the AI client.",
  unsupported_response_mode: "The client asks for an answer in a form that Caseload does not send. Use another client, or an API key.",
};

export function AuthorizeRefused({ reason }: { reason: string | undefined }) {
  const why = (reason !== undefined && Object.hasOwn(reasons, reason) && reasons[reason]) || "Start again in the AI client.";
  return (
    <EntryFrame title="Access denied" lead={<span role="status">{why}</span>}>
      <LinkButton link={pathTo("/", {})}>Open Caseload</LinkButton>
    </EntryFrame>
  );
}
