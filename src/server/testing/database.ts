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
  const { TEST_PG_HOST: host = "", TEST_PG_USER: user = "", TEST_PG_PASSWORD: password = "" } = process.env;
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ host, user, password, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${database} template template_caseload strategy file_copy`);
  await admin.end();
  return { host, user, password, database };
}

/** For `DATABASE_URL`. */
export function urlOf({ host, user, password, database }: DatabaseOf): string {
  return `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
}
