import type { TestService } from "#server/testing/service.ts";

/**
 * What a request sets off finds everything by its full name: who copies or moves a store searches no schema. Only the transaction of a request
 * says where it comes from: work in the background has limits of its own for locks. That something was used, and how often, is noted beside what
 * it is: nobody's window looks again for that. What happened in the service itself shows on no page of its own: only what an outside source sent
 * is in the list of that source.
 */
const install = `
  create schema gate;
  create table gate.changes (name text not null, by_request boolean not null);
  create function gate.note() returns trigger language plpgsql as $$
    declare uses constant text[] := '{last_used_at,last_run_at,run_count}';
    begin
      if tg_op = 'UPDATE' and to_jsonb(old) - uses = to_jsonb(new) - uses then return null; end if;
      if tg_table_name = 'trigger_events' and to_jsonb(coalesce(new, old))->>'source_id' = to_jsonb(coalesce(new, old))->>'team_id' then return null; end if;
      insert into gate.changes values (tg_table_name, coalesce(current_setting('caseload.origin', true), '') <> '');
      return null;
    end $$;
  do $$ declare name text; begin
    for name in select p.oid::regprocedure from pg_proc p join pg_language l on l.oid = prolang
        where pronamespace = 'public'::regnamespace and lanname = 'plpgsql' loop
      execute format('alter function %s set search_path = ''''', name);
    end loop;
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger zz_gate after insert or update or delete on %I for each row execute function gate.note()', name);
    end loop;
  end $$;`;

export interface TableWatch {
  readonly tables: readonly string[];
  /** The tables in which `work`, a request, changed rows; in every transaction where it has none of its own. Background work is left out. */
  during(work: () => Promise<unknown>, everywhere?: boolean): Promise<readonly string[]>;
}

/** Notes which tables are changed. */
export async function watchTables({ pool }: TestService): Promise<TableWatch> {
  await pool.query(install);
  const { rows } = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  return {
    tables: rows.map(({ name }) => name),
    async during(work, everywhere = false) {
      await pool.query("delete from gate.changes");
      await work();
      const changes = await pool.query<{ name: string }>("select distinct name from gate.changes where by_request or $1 order by 1", [
        everywhere,
      ]);
      return changes.rows.map(({ name }) => name);
    },
  };
}
