/** What a model sees of a page. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  /** The accessibility tree as text; what can be clicked or filled carries a `[ref=…]`. */
  readonly content: string;
  /** Where the next part begins, when there is more. */
  readonly next_offset?: number;
}

/** What is typed for a model that must not know it. */
export interface LoginToType {
  /** Host of the only pages it is typed on, with a port where it has one. */
  readonly domain: string;
  readonly username: string | null;
  readonly password: string | null;
  /** The one-time code that is valid now; null where the login has none. */
  readonly code: (() => string) | null;
}

/** One run's browser: cookies and pages of its own, gone with it. Every method throws ToolError in words for the model. */
export interface BrowserSession {
  open(url: string): Promise<PageView>;
  read(offset: number): Promise<PageView>;
  click(ref: string): Promise<PageView>;
  fill(ref: string, text: string): Promise<PageView>;
  /** The host of the page, as logins name it. Throws when passwords must not be typed on it. */
  host(): string;
  signIn(login: LoginToType): Promise<PageView & { readonly typed: readonly string[] }>;
}

export type BrowserProbe = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly remedy: string };

export interface Browsers {
  /** Whether there is a browser to start. */
  probe(): Promise<BrowserProbe>;
  /** The run's browser, started when it has none: then it is `fresh`. */
  of(runId: string): Promise<{ session: BrowserSession; fresh: boolean }>;
  /** The run's browser, where it has opened a page in this process. Throws ToolError. */
  opened(runId: string): Promise<BrowserSession>;
  /** The run is over: what its browser held is gone. */
  end(runId: string): void;
  close(): Promise<void>;
}
