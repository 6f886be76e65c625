// The bare floor: node:http alone, and the same list of 50 runs by one query of the same store.
import { createServer } from "node:http";
import pg from "pg";

const [, , port, store = "", teamId] = process.argv;
const pool = new pg.Pool({ ...(JSON.parse(store) as pg.PoolConfig), max: 20 });
const list = {
  name: "bare-list",
  text: `select id, created_at, updated_at, started_at, completed_at, status, source, title, run_number, agent_id, build_id, user_id
    from runs where team_id = $1 order by created_at desc, id desc limit 50`,
};

const server = createServer(async (request, response) => {
  if (request.url === "/hello") {
    response.end("hello");
    return;
  }
  const { rows } = await pool.query({ ...list, values: [teamId] });
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ data: rows }));
});
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
