import type { Config } from "#server/platform/config.ts";

export interface Mail {
  /** The same for each try: a receiver that had it already drops the second one. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where a mail program asks for no more of these, by itself (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface Mailer {
  /** Returns once the server has taken it. Throws what the server, or the way to it, said. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Programs that answer for people who are away leave these alone. */
const answeredByNobody = { "Auto-Submitted": "auto-generated" };
const patienceMs = 20_000;

/** Sends by `SMTP_URL`; undefined where that is not set. */
export function createMailer({ smtpUrl, mailFrom }: Pick<Config, "smtpUrl" | "mailFrom">): Mailer | undefined {
  if (smtpUrl === undefined) return undefined;
  // Loaded only where there is somewhere to send to.
  const transport = import("nodemailer").then(({ default: nodemailer }) =>
    nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );
  return {
    async send({ to, unsubscribe, ...mail }) {
      const oneClick = unsubscribe && {
        list: { unsubscribe },
        headers: { ...answeredByNobody, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      };
      // As an object: in a text, a line break would begin another command.
      await (await transport).sendMail({ ...mail, headers: answeredByNobody, ...oneClick, from: mailFrom, to: { name: "", address: to } });
    },
    close: () => void transport.then((opened) => opened.close()),
  };
}

/** Whether another try can help: a server that answers with 5xx has decided. */
export function mayPass(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode === undefined || responseCode < 500;
}
