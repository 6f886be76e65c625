import { hostname } from "node:os";
import { CaseloadError } from "#sdk/errors.ts";
import { pause, Transport } from "#sdk/transport.ts";

/** What the service gives out, to be shown to a person. */
export interface Asked {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

export interface Given {
  readonly key: string;
  readonly team_id: string | null;
}

/** Added to the interval for each answer that this asks too often, in seconds (RFC 8628, 3.5). */
const slower = 5;

/** Asks for a key: `show` tells a person where to say yes, in a browser on whichever machine. Rejects once they decline, or nobody comes. */
export async function keyByCode(url: string, readsOnly: boolean, show: (asked: Asked) => void): Promise<Given> {
  const service = new Transport({ url, apiKey: "" });
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const headers = { "content-type": "application/json" };
    return (
      await service.send({ url: path, method: "POST", headers, body: JSON.stringify(body), repeatable: false, whole: true })
    ).json() as T;
  };
  const machine = hostname().slice(0, 100);
  const asked = await ask<Asked>("/v2/device-logins", {
    program: "Command line",
    ...(machine !== "" && { machine }),
    ...(readsOnly && { reads_only: true }),
  });
  show(asked);
  const end = Date.now() + asked.expires_in * 1000;
  for (let interval = asked.interval; ;) {
    await pause(interval * 1000);
    try {
      return await ask<Given>("/v2/device-logins/key", { device_code: asked.device_code });
    } catch (error) {
      if (!(error instanceof CaseloadError) || !goesOn(error) || Date.now() > end) throw error;
      if (error.code === "slow_down") interval += slower;
    }
  }
}

/** Nobody has decided yet, or the service is away for a moment. */
function goesOn({ code, status }: CaseloadError): boolean {
  return code === "authorization_pending" || code === "slow_down" || status === 0 || (status >= 502 && status <= 504);
}
