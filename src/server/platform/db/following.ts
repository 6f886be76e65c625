import type { AsyncLocalStorage } from "node:async_hooks";
import type { Db } from "./open.ts";

/** A store whose calls go to the transaction of whoever makes them. */
export function following(transaction: AsyncLocalStorage<Db>, db: Db): Db {
  return new Proxy(db, {
    get(target, key) {
      const current = transaction.getStore() ?? target;
      const member: unknown = Reflect.get(current, key, current);
      return typeof member === "function" ? member.bind(current) : member;
    },
  });
}
