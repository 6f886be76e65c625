import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface TestMailServer {
  /** As `SMTP_URL` names it. */
  readonly url: string;
  /** What it took, in its order. */
  readonly mails: readonly { readonly to: readonly string[]; readonly mail: Email }[];
  /** Answers the next mails with these, one for each. */
  refuse(...answers: readonly number[]): void;
  /** Cuts the line of the next mails off: before their data, or once the data has come and is kept. One for each. */
  cut(...places: readonly ("before" | "after")[]): void;
  /** Called with each mail that has come, before it is answered. */
  onMail(arrived: () => Promise<void>): void;
  close(): Promise<void>;
}

/** A real mail server on loopback that keeps what it takes. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: { to: string[]; mail: Email }[] = [];
  const answers: number[] = [];
  const cuts: ("before" | "after")[] = [];
  const lines = new Map<number | undefined, Socket>();
  let arrived = async () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo(_address, { remotePort }, done) {
      if (cuts[0] === "before") lines.get(remotePort)?.destroy(void cuts.shift());
      else done();
    },
    async onData(stream, { envelope, remotePort }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const code = answers.shift();
      if (code !== undefined) return done(Object.assign(new Error("not now"), { responseCode: code }));
      mails.push({ to: envelope.rcptTo.map(({ address }) => address), mail: await PostalMime.parse(Buffer.concat(chunks)) });
      await arrived();
      if (cuts[0] === "after") return void lines.get(remotePort)?.destroy(void cuts.shift());
      return done();
    },
  });
  server.server.on("connection", (line: Socket) => lines.set(line.remotePort, line));
  server.on("error", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (...next) => void answers.push(...next),
    cut: (...next) => void cuts.push(...next),
    onMail: (next) => void (arrived = next),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
