import { randomUUID } from "node:crypto";
import pg from "pg";

export interface DatabaseOf {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** What a database begins as: with all tables, or with the people of the tests too. */
export const templates = { empty: "template_caseload", people: "template_people" } as const;

/** A fresh database on the server that all test files share. */
export async function createDatabase(begins: keyof typeof templates = "empty"): Promise<DatabaseOf> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(`create database ${database} template ${templates[begins]} strategy file_copy`);
  return { ...server(), database };
}

/** Of hundreds of databases the server would look after each all the time. One that it just looks after is left to it: that is not ours to end. */
export async function dropDatabase({ database }: DatabaseOf): Promise<void> {
  await asAdmin(`drop database ${database} with (force)`).catch((error: { code?: string }) => {
    if (error.code !== notPermitted) throw error;
  });
}

const notPermitted = "42501";

function server(): Omit<DatabaseOf, "database"> {
  const { TEST_PG_HOST: host = "", TEST_PG_USER: user = "", TEST_PG_PASSWORD: password = "" } = process.env;
  return { host, user, password };
}

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ ...server(), database: "postgres" });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** For `DATABASE_URL`. */
export function urlOf({ host, user, password, database }: DatabaseOf): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
}
