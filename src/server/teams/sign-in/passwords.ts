import { hashPassword, verifyPassword } from "@better-auth/utils/password";

/** What is kept of a password, and whether one fits what is kept. */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(both: { hash: string; password: string }): Promise<boolean>;
}

/** By scrypt, at a cost of some 50 ms and 32 MB for each guess. */
export const costlyPasswords: Passwords = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};
