import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { type LoginRecord, noteUse, openSignIn, type SignIn } from "./logins.store.ts";
import { hostOfLogin } from "./login-host.ts";
import { oneTimeCode } from "./one-time-codes.ts";
import { systemMessage } from "#server/engine/log/log-messages.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import { usableLogins } from "#server/connections/run-secrets.ts";
import { type Tool, type ToolContext, ToolError, tool } from "#server/engine/tools/tool.ts";

const ref = text(1, 40).describe("The `ref` of an element as the page's content shows it, as in e12");

/** The tools of a run whose revision has logins. They are made for a run: the model is told where it can sign in. */
export function browserTools(logins: readonly LoginRecord[]): Tool[] {
  if (logins.length === 0) return [];
  return [openPage, readPage, clickElement, fillField, signIn(logins)];
}

const openPage = tool({
  name: "open_page",
  type: "logins",
  effect: "none",
  description: "Open a public web page in your browser and read it. Elements that can be clicked or filled carry a ref.",
  parameters: z.strictObject({ url: text(1, 2000) }),
  async execute({ url }, { services, run }) {
    const { session, fresh } = await services.browsers.of(run.id);
    if (fresh) await writeHeld(services.store.db, run, {}, [systemMessage("browser_session_created", "The agent opened a browser.")]);
    return session.open(url);
  },
});

const readPage = tool({
  name: "read_page",
  type: "logins",
  effect: "none",
  description: "Read the open page again, or continue where its content was cut.",
  parameters: z.strictObject({ offset: z.int().min(0).optional().describe("Characters to skip") }),
  execute: async ({ offset = 0 }, context) => (await openedBy(context)).read(offset),
});

const clickElement = tool({
  name: "click_element",
  type: "logins",
  effect: "outside",
  description: "Click an element of the open page and read what comes of it.",
  parameters: z.strictObject({ ref }),
  execute: async (args, context) => (await openedBy(context)).click(args.ref),
});

const fillField = tool({
  name: "fill_field",
  type: "logins",
  effect: "outside",
  description: "Replace what a field of the open page holds. Passwords and codes are not for you to type: use sign_in.",
  parameters: z.strictObject({ ref, text: text(0, 10_000) }),
  execute: async (args, context) => (await openedBy(context)).fill(args.ref, args.text),
});

function signIn(offered: readonly LoginRecord[]): Tool {
  return tool({
    name: "sign_in",
    type: "logins",
    effect: "outside",
    description: `Sign in on the open page, which has to be on the host of a login. User name, password and code are typed for you; you never see them. Logins: ${listed(offered)}.`,
    parameters: z.strictObject({ username: text(1, 320).optional().describe("Which one, where a host has several") }),
    async execute({ username }, context) {
      const session = await openedBy(context);
      const logins = await usableLogins(context.services, context.run);
      const login = choose(logins, session.host(), username);
      const { password, otp_secret } = opened(context, login);
      // Beforehand: whatever comes of it, it has been typed.
      await noteUse(context.services.store.db, context.services.live, login);
      const code = otp_secret === null ? null : () => oneTimeCode(otp_secret, context.services.clock());
      return session.signIn({ domain: session.host(), username: login.username, password, code });
    },
  });
}

function listed(logins: readonly LoginRecord[]): string {
  return logins.map(({ domain, username }) => (username === null ? domain : `${domain} (${username})`)).join(", ");
}

function choose(logins: readonly LoginRecord[], host: string, username: string | undefined): LoginRecord {
  const here = logins.filter(({ domain }) => hostOfLogin(domain) === host);
  if (here.length === 0)
    throw new ToolError(`No login is for ${host}. There are logins for: ${listed(logins) || "none"}. Nothing was typed.`);
  const login = username === undefined ? here[0] : here.find((each) => each.username === username);
  if (!login) throw new ToolError(`No login for ${host} has this user name. There are: ${listed(here)}. Nothing was typed.`);
  return login;
}

function opened({ services }: ToolContext, login: LoginRecord): SignIn {
  try {
    return openSignIn(services.envelope, login);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new ToolError(
      `The login for ${login.domain} cannot be opened with this installation's SECRETS_KEY. Ask a person to store it again.`,
    );
  }
}

const openedBy = ({ services, run }: ToolContext) => services.browsers.opened(run.id);
