/** Where a mailbox is. */
export interface Mailbox {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

export function mailboxOf(url: string): Mailbox {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "imaps:";
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? (secure ? 993 : 143) : Number(port), secure };
}
