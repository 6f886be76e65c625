import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface TestMailServer {
  /** As `SMTP_URL` names it. */
  readonly url: string;
  /** What it took, in its order. */
  readonly mails: readonly { readonly to: readonly string[]; readonly mail: Email }[];
  /** Answers the next mails with these, one for each. */
  refuse(...answers: readonly number[]): void;
  close(): Promise<void>;
}

/** A real mail server on loopback that keeps what it takes. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: { to: string[]; mail: Email }[] = [];
  const answers: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const code = answers.shift();
      if (code !== undefined) return done(Object.assign(new Error("not now"), { responseCode: code }));
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), mail: await PostalMime.parse(Buffer.concat(chunks)) });
      return done();
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (...next) => void answers.push(...next),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
