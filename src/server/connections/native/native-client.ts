import type { Entered } from "./set-up.ts";

/** Who a connection signed in as a client of, without its secret: that is the installation's, and may be replaced. */
export interface NativeClient {
  readonly origin: "native";
  /** Of the kind of integration. */
  readonly key: string;
  readonly entered: Entered;
  readonly client_id: string;
  readonly issuer: string;
  /** Where it was found, if the provider said so itself. */
  readonly token?: string;
  readonly who?: string;
  readonly says_iss: boolean;
}
