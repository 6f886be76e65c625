import { randomBytes, scrypt } from "node:crypto";
import type { Passwords } from "#server/teams/sign-in/passwords.ts";

/** Salted and hashed as outside of tests, for a thousandth of the effort: tests sign in hundreds of times. */
export const cheapPasswords: Passwords = {
  async hash(password) {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${await keyOf(password, salt)}`;
  },
  async verify({ hash, password }) {
    const [salt = ""] = hash.split(":");
    return hash === `${salt}:${await keyOf(password, salt)}`;
  },
};

function keyOf(password: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 64, { N: 16 }, (error, key) => (error ? reject(error) : resolve(key.toString("hex"))));
  });
}
