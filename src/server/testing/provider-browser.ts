import { expect } from "vitest";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import { finishProviderSignIn, startProviderSignIn } from "#contract/teams/single-sign-on.ts";
import type { TestOidcServer } from "./oidc-server.ts";
import type { TestService } from "./service.ts";

type Finish = CallInput<typeof finishProviderSignIn>["body"];
type Further = Pick<Finish, "invite" | "setup">;

/** A browser of somebody who may sign in with the provider: keeps cookies and sends them. `headers` go with each request. */
export function providerBrowser(at: TestService, oidc: TestOidcServer, cookie = "", headers: Record<string, string> = {}) {
  const jar = new Map(
    cookie
      .split("; ")
      .filter(Boolean)
      .map((pair) => pair.split("=", 2) as [string, string]),
  );
  const options = () => ({ as: null, headers: { ...headers, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") } });
  const here = {
    jar,
    async ok<E extends EndpointSpec>(endpoint: E, input: CallInput<E>) {
      const answer = await at.call(endpoint, input, options());
      if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
      for (const set of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return answer.ok;
    },
    fails: <E extends EndpointSpec>(endpoint: E, input: CallInput<E>, code: string) => at.fails(endpoint, input, code, options()),
    /** Goes to the provider, signs in there, and brings back what it gave. */
    async bring(address: string) {
      const back = await oidc.signIn(address);
      expect(back.origin + back.pathname).toBe(`${at.url}/sign-in-return`);
      const of = (name: string) => back.searchParams.get(name) ?? "";
      return { code: of("code"), state: of("state"), iss: of("iss") };
    },
    async comeBack(setup_code?: string) {
      const { continue_url } = await here.ok(startProviderSignIn, { body: { ...(setup_code !== undefined && { setup_code }) } });
      return here.bring(continue_url);
    },
    async enter(further: Further = {}) {
      return here.ok(finishProviderSignIn, { body: { ...(await here.comeBack()), ...further } });
    },
  };
  return here;
}
