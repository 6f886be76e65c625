-- All transactions before this one have ended: what they wrote is there to be read, and no more comes to lie before it. `pg_snapshot_xmin`
-- says the same of all databases of a server, so that one that another product leaves open would hold up the events of this one. Left out
-- is only what surely runs elsewhere: a transaction stays in its database, and each role may see `backend_xid` and `datid` of all.
-- Stable: it has the snapshot of the statement that reads by it. In PL/pgSQL, its plan is made once in a session.
CREATE OR REPLACE FUNCTION settled_before() RETURNS xid8 LANGUAGE plpgsql STABLE AS $$
DECLARE
  seen CONSTANT pg_snapshot := pg_current_snapshot();
BEGIN
  RETURN coalesce((
    SELECT open FROM pg_snapshot_xip(seen) open
    WHERE NOT EXISTS (
      SELECT FROM pg_stat_get_activity(NULL) other
      WHERE other.backend_xid = open::xid AND other.datid <> (SELECT oid FROM pg_database WHERE datname = current_database()))
    ORDER BY open LIMIT 1), pg_snapshot_xmax(seen));
END
$$;
