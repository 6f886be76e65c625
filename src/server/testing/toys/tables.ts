/** The tables of the area: an area of the service has them in a `*.table.ts`, and a migration. */
export const toyTables = `
  create table toys (id uuid primary key, team_id uuid not null, name text not null, wrapped boolean not null default false,
  color text, refused text, check (name <> 'Glass' or color is null));
  create table toy_notes (toy_id uuid not null, type text not null, actor text not null, letters int);
  create table paint_jobs (id uuid primary key, team_id uuid not null, color text not null, painted int not null default 0, status text not null,
  error text, stops_work boolean not null default false, turn_at timestamptz(3) not null default now(), failures int not null default 0,
  created_at timestamptz(3) not null default now(), ended_at timestamptz(3))`;
