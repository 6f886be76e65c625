import { randomBytes } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { accounts, secondFactors, sessions, users, verifications } from "#server/teams/teams.table.ts";
import type { Passwords } from "./passwords.ts";
import { sessionCookie } from "#server/platform/http/session-cookie.ts";
import { challengeCookie, challengeSeconds, sessionSeconds } from "./session-cookie.ts";
import { spokenCode } from "./spoken-code.ts";

/** What the service uses of the sign-in library. Headers carry one cookie; answers are `Set-Cookie` values. Throws the library's errors. */
export interface SignInLibrary {
  /** `known`: somebody has the address. */
  signIn(credentials: { email: string; password: string; known: boolean }): Promise<{ cookies: string[]; secondFactor: boolean }>;
  verifyTotp(headers: Headers, code: string): Promise<string[]>;
  verifyRecoveryCode(headers: Headers, code: string): Promise<string[]>;
  changePassword(headers: Headers, currentPassword: string, newPassword: string): Promise<string[]>;
  enableSecondFactor(headers: Headers, password: string): Promise<{ uri: string; recoveryCodes: string[] }>;
  disableSecondFactor(headers: Headers, password: string): Promise<string[]>;
}

export interface LibraryOptions {
  readonly db: Db;
  readonly baseUrl: string;
  readonly secret: string;
  readonly passwords: Passwords;
  readonly log: (message: string) => void;
}

/** Takes over a second and 100 MB to load: import this file only where somebody signs in. */
export function startSignInLibrary(options: LibraryOptions): SignInLibrary {
  const { api, $context } = configure(options);
  const accountsOf = $context.then(({ internalAdapter }) => {
    const { findUserByEmail } = internalAdapter;
    internalAdapter.findUserByEmail = (given, further) => findUserByEmail(meant(given), further);
    return internalAdapter;
  });
  return {
    async signIn({ known, email, password }) {
      const { findAccounts } = await accountsOf;
      // Of a known address it reads the accounts: an unknown one must take as long.
      if (!known) await findAccounts(newId());
      const { headers, response } = await api.signInEmail({ body: { email: standIn(email), password }, returnHeaders: true });
      return { cookies: ours(headers), secondFactor: "twoFactorRedirect" in response };
    },
    async verifyTotp(headers, code) {
      return ours((await api.verifyTOTP({ headers, body: { code }, returnHeaders: true })).headers);
    },
    async verifyRecoveryCode(headers, code) {
      return ours((await api.verifyBackupCode({ headers, body: { code }, returnHeaders: true })).headers);
    },
    async changePassword(headers, currentPassword, newPassword) {
      return ours(
        (await api.changePassword({ headers, body: { currentPassword, newPassword, revokeOtherSessions: true }, returnHeaders: true }))
          .headers,
      );
    },
    async enableSecondFactor(headers, password) {
      const answer = await api.enableTwoFactor({ headers, body: { password, method: "totp" } });
      if (answer.method !== "totp") throw new Error("Another way of two-factor sign-in than the code of an app was set up");
      return { uri: answer.totpURI, recoveryCodes: answer.backupCodes };
    },
    async disableSecondFactor(headers, password) {
      return ours((await api.disableTwoFactor({ headers, body: { password }, returnHeaders: true })).headers);
    },
  };
}

function configure({ db, baseUrl, secret, passwords, log }: LibraryOptions) {
  // Its telemetry needs an address from this variable, which would win over the option.
  delete process.env.BETTER_AUTH_TELEMETRY_ENDPOINT;
  return betterAuth({
    appName: "Caseload",
    baseURL: baseUrl,
    // As a list: a single secret would yield to a variable of the environment.
    secrets: [{ version: 1, value: secret }],
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications, twoFactor: secondFactors },
    }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10, maxPasswordLength: 200, password: passwords },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true },
    plugins: [
      twoFactor({
        issuer: "Caseload",
        twoFactorCookieMaxAge: challengeSeconds,
        // Attempts are counted by us, for passwords and codes alike.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: recoveryCodes },
      }),
    ],
    advanced: {
      cookies: { session_token: { name: sessionCookie }, two_factor: { name: challengeCookie } },
      useSecureCookies: false,
      defaultCookieAttributes: { secure: baseUrl.startsWith("https://"), httpOnly: true, sameSite: "lax", path: "/" },
      database: { generateId: () => newId() },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Further arguments may hold a statement with its values.
    logger: { level: "error", log: (_level, message) => log(message) },
  });
}

/** The library refuses many an address that people have. It is told one of a form that it takes, and looks for the one that this stands for. */
const standIn = (email: string) => `${Buffer.from(email).toString("hex")}@hex.invalid`;
const meant = (given: string) => Buffer.from(given.slice(0, given.indexOf("@")), "hex").toString();

function ours(headers: Headers): string[] {
  return headers.getSetCookie().filter((cookie) => cookie.startsWith(`${sessionCookie}=`) || cookie.startsWith(`${challengeCookie}=`));
}

function recoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => spokenCode(randomBytes(10)));
}
