import { randomUUID } from "node:crypto";
import pg from "pg";

export interface DatabaseOf {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A fresh database with all tables, on the server that all test files share. */
export async function createDatabase(): Promise<DatabaseOf> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(`create database ${database} template template_caseload strategy file_copy`);
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
