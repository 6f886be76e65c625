import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Store } from "#server/db/open.ts";
import { createPool } from "#server/db/pool.ts";
import { Refusal } from "#server/http/refusal.ts";

const windowSeconds = 900;
const perAccount = 10;
const perAddress = 50;
/** A code of an authenticator app is taken for at most three periods of 30 seconds. */
const codeLifeSeconds = 120;
const table = "sign_in_attempts";
const tableLock = 7_202_613;

export interface Attempt {
  /** Passwords and codes are counted apart: whoever knows a password cannot make room for more codes by signing in. */
  readonly kind: "password" | "code" | "setup";
  /** What is being guessed at; absent where a request leads to nobody. */
  readonly account?: string;
  readonly address: string;
}

export interface Attempts {
  /**
   * Counts the attempt before `check` runs, so that parallel guesses cannot pass the limit together. A {@link Refusal} from `check` is a
   * wrong guess and stays counted; success clears the account's count. Throws `too_many_attempts`.
   */
  guard<T>(attempt: Attempt, check: () => Promise<T>): Promise<T>;
  /** Whether a code that was right is used for the first time. */
  firstUse(account: string, code: string): Promise<boolean>;
  close(): Promise<void>;
}

interface Limiters {
  readonly account: RateLimiterAbstract;
  readonly address: RateLimiterAbstract;
  readonly used: RateLimiterAbstract;
}

/** Counts in memory with one process, in PostgreSQL with several. */
export function createAttempts(store: Store): Attempts {
  let pool: Pool | undefined;
  let opened: Promise<Limiters> | undefined;
  const limiters = () => (opened ??= open());

  async function open(): Promise<Limiters> {
    if (store.embedded) return inMemory();
    try {
      return await inPostgres((pool ??= ownPool(store)));
    } catch (error) {
      // The next attempt finds the database back.
      opened = undefined;
      throw error;
    }
  }

  return {
    async guard({ kind, account, address }, check) {
      const { account: byAccount, address: byAddress } = await limiters();
      const addressKey = hash(`${kind}:${network(address)}`);
      const accountKey = account === undefined ? undefined : hash(`${kind}:${account}`);
      await spend(byAddress, addressKey);
      if (accountKey) await spend(byAccount, accountKey);
      try {
        const result = await check();
        await byAddress.reward(addressKey, 1);
        if (accountKey) await byAccount.delete(accountKey);
        return result;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          await byAddress.reward(addressKey, 1);
          if (accountKey) await byAccount.reward(accountKey, 1);
        }
        throw error;
      }
    },
    async firstUse(account, code) {
      const { used } = await limiters();
      return used.consume(hash(`${account}:${code}`)).then(
        () => true,
        refusedBy(() => false),
      );
    },
    async close() {
      await pool?.end();
    },
  };
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  await limiter.consume(key).catch(
    refusedBy((state) => {
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      throw new Refusal("too_many_attempts", { extra: { retry_after_seconds: seconds }, retryAfter: seconds });
    }),
  );
}

function refusedBy<T>(answer: (state: RateLimiterRes) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof RateLimiterRes) return answer(error);
    throw error;
  };
}

const rules = {
  account: { keyPrefix: "account", points: perAccount, duration: windowSeconds },
  address: { keyPrefix: "address", points: perAddress, duration: windowSeconds },
  used: { keyPrefix: "used", points: 1, duration: codeLifeSeconds },
};

function inMemory(): Limiters {
  return {
    account: new RateLimiterMemory(rules.account),
    address: new RateLimiterMemory(rules.address),
    used: new RateLimiterMemory(rules.used),
  };
}

async function inPostgres(pool: Pool): Promise<Limiters> {
  // Two processes that create a table at the same moment fail without the lock.
  await pool.query(
    `select pg_advisory_xact_lock(${tableLock}); create table if not exists ${table} (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  );
  const at = { storeClient: pool, tableName: table, tableCreated: true };
  return {
    account: new RateLimiterPostgres({ ...at, ...rules.account }),
    address: new RateLimiterPostgres({ ...at, ...rules.address }),
    used: new RateLimiterPostgres({ ...at, ...rules.used }),
  };
}

/**
 * Counts have to outlive the transaction of the request that they refuse. Its requests already hold a connection of the shared pool each:
 * taking a second one from there would let them wait for each other.
 */
function ownPool(store: Store): Pool {
  return createPool({ ...store.pool.options, password: store.pool.options.password, max: 2, allowExitOnIdle: true });
}

/** What one subscriber holds: an IPv4 address, or the 64-bit network of an IPv6 address. */
function network(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
