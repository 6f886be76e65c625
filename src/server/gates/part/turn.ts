import { seed } from "#server/testing/seed.ts";

/** Of so many landings in a row each part of what takes turns has its turn. */
const turns = 8;

/** What so many commits touched is taken by every landing. */
export const commitsOfLanding = 50;

/** Whether nothing takes turns: in `npm run test:all` and in proofs. */
export const takesAll = process.env.GATES === "all" || Boolean(process.env.LONG);

const hashOf = (name: string) => [...name].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

/** Whether it is the turn of what has this name: an eighth of all, another one for another tree. */
export const hasItsTurn = (name: string): boolean => hashOf(name) % turns === seed % turns;
