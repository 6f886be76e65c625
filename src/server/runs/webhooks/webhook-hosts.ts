/** Deliveries to one host at the same time: one that is slow leaves room for the others. */
const perHost = 2;
/** Deliveries at the same time to all hosts that were silent the last time: the others have their places whatever the number of those. */
const perSilentHosts = 64;
/** So many requests in a row without an answer, and the host is left as they were for a while. */
const maxSilences = 5;
const firstRestMs = 30_000;
const longestRestMs = 600_000;

interface Host {
  atWork: number;
  silences: number;
  restMs: number;
  restsUntil: number;
}

/** What this process knows of the hosts that webhooks go to. */
export interface WebhookHosts {
  /** The hosts that take no further delivery now. */
  busy(): string[];
  /** Notes that a delivery begins. Returns what notes its end; that says whether the host is to be left as they were from now on. */
  begin(host: string): (answered: boolean) => boolean;
}

export function createWebhookHosts(now: () => number = () => performance.now()): WebhookHosts {
  const hosts = new Map<string, Host>();
  return {
    busy() {
      const toSilent = [...hosts.values()].reduce((sum, { atWork, silences }) => sum + (silences > 0 ? atWork : 0), 0);
      // A host that was silent gets one at a time until it answers.
      const most = ({ silences }: Host) => (silences === 0 ? perHost : toSilent < perSilentHosts ? 1 : 0);
      const full = (host: Host) => host.atWork >= most(host) || now() < host.restsUntil;
      return [...hosts].filter(([, host]) => full(host)).map(([name]) => name);
    },
    begin(name) {
      const host = hosts.get(name) ?? { atWork: 0, silences: 0, restMs: 0, restsUntil: 0 };
      hosts.set(name, host);
      host.atWork++;
      return (answered) => {
        host.atWork--;
        host.silences = answered ? 0 : host.silences + 1;
        if (answered) host.restMs = 0;
        if (answered && host.atWork === 0) hosts.delete(name);
        if (host.silences < maxSilences || now() < host.restsUntil) return false;
        host.restMs = Math.min(longestRestMs, host.restMs * 2 || firstRestMs);
        host.restsUntil = now() + host.restMs;
        return true;
      };
    },
  };
}
