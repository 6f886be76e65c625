import { randomBytes, randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as OTPAuth from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createConnection, deleteConnection, updateConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { attachRevisionLogin, createCredential, deleteCredential, updateCredential } from "#contract/connections/logins.ts";
import { attachRevisionSecret, createSecret, deleteSecret, updateSecret } from "#contract/connections/secrets.ts";
import { needsSession } from "#contract/access.ts";
import { type CallInput, type EndpointSpec, isSecret } from "#contract/endpoint.ts";
import { listRunMessages } from "#contract/runs/messages.ts";
import { setNotificationChat, testNotificationChat } from "#contract/notifications/chats.ts";
import { createWebhookSource, rotateWebhookSecret } from "#contract/schedules/webhook-sources.ts";
import { createApiKey, createTeamApiKey } from "#contract/teams/api-keys.ts";
import { signIn, startSecondFactor } from "#contract/teams/session.ts";
import { organizationMembers, teamMembers } from "#server/teams/teams.table.ts";
import { webhookSecret } from "#server/runs/webhooks/deliver-webhooks.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { ensureAdmin } from "#server/teams/teams/admin.ts";
import { agentWith, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { inputFor, subjects } from "./examples.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { quiet } from "./store-digest.ts";
import { type Credentials, type Input, type Received, byKey, nobody, requestsSent, send, wireOf } from "./wire.ts";

/** One distinct value of every kind that must not get about, by kind. */
const canaries = new Map<string, string>();
/** Everything that the service said or kept, with the place. */
const heard: { where: string; text: string }[] = [];
let service: TestService;
let outside: Server;
/** Of the agent whose program tells its secrets. */
let places: Record<string, string>;
let session: Credentials;

function plant(kind: string, value = `${kind.replaceAll(" ", "-")}-${randomBytes(12).toString("hex")}`): string {
  canaries.set(kind, value);
  return value;
}

/** With characters that are written differently in JSON, addresses and base64. */
const secretValue = (kind: string) => plant(kind, `${kind} "${randomBytes(9).toString("base64")}"/+\\ é`);

function hear(where: string, answer: Received): Received {
  heard.push({ where, text: `${answer.text}\n${JSON.stringify(answer.headers)}` });
  return answer;
}

async function call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>, credentials = byKey(service.keys.owner)): Promise<Received> {
  return hear(endpoint.name, await send(service.url, wireOf(endpoint, input, credentials)));
}

/** A value as a program, a library or a log may write it. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const key = /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, "hex").toString("base64")] : [];
  const json = JSON.stringify(value).slice(1, -1);
  const texts = [value, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(value), bytes.toString("latin1")];
  const wide = Buffer.from(value, "utf16le");
  const turned = Buffer.from(wide).swap16();
  const digits = bytes.toString("hex").match(/../g) ?? [];
  const twice = Buffer.from(bytes.toString("base64")).toString("base64").slice(0, -4);
  const spelled = [
    twice,
    wide.toString("base64").replace(/=+$/, ""),
    turned.toString("hex"),
    digits.join(" "),
    digits.join(":").toUpperCase(),
  ];
  texts.push(...spelled, [...value].toReversed().join(""), [...bytes].join(", "), value.replaceAll("\\", "\\\\"));
  return [...texts, bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), ...key];
}

const signInForm =
  '<form method="post"><label>User <input name="user"></label><label>Password <input type="password" name="password"></label><button>In</button></form>';

/** A model provider that repeats the key it was given, a website that shows what was typed on it, and a receiver of webhooks. */
async function openOutside(): Promise<string> {
  outside = createServer((request: IncomingMessage, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      if (request.url?.startsWith("/website")) {
        const typed = new URLSearchParams(body).get("password") ?? "";
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.end(typed ? `<p>You typed ${typed.replaceAll("<", "&lt;")}</p>` : signInForm);
        return;
      }
      const isModel = request.url?.startsWith("/v1/") ?? false;
      if (!isModel) heard.push({ where: "webhook", text: `${body}\n${JSON.stringify(request.headers)}` });
      response.writeHead(isModel ? 401 : 204, { "content-type": "application/json" });
      response.end(isModel ? JSON.stringify({ error: { message: `Wrong key: ${request.headers.authorization}` } }) : undefined);
    });
  });
  await new Promise<void>((done) => outside.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const address = await openOutside();
  service = await startService({
    logTo: { write: (text) => void heard.push({ where: "log", text }) },
    env: {
      SECRETS_KEY: plant("SECRETS_KEY", randomBytes(32).toString("hex")),
      SECRETS_KEY_PREVIOUS: plant("SECRETS_KEY_PREVIOUS", randomBytes(32).toString("hex")),
      ADMIN_EMAIL: "admin@example.com",
      ADMIN_PASSWORD: plant("ADMIN_PASSWORD"),
      ADMIN_TOKEN: plant("ADMIN_TOKEN"),
      MODEL_BASE_URL: `${address}/v1`,
      MODEL_API_KEY: plant("MODEL_API_KEY"),
      OPENAI_API_KEY: plant("OPENAI_API_KEY"),
      ANTHROPIC_API_KEY: plant("ANTHROPIC_API_KEY"),
      SMTP_URL: `smtp://mail:${plant("SMTP password")}@127.0.0.1:1`,
      OUTBOUND_ALLOW: "127.0.0.1",
    },
  });
  const { services } = service.app;
  await ensureAdmin(services);
  plant("webhook key", webhookSecret(services.signer, service.teamId));
  plant("sign-in key", services.signer.derive("sign-in").toString("hex"));
  await plantPerson();
  await plantKeys();
  await plantRun(address);
});
afterAll(async () => {
  process.stdout.write(`canaries: ${requestsSent()} requests, ${canaries.size} kinds, ${heard.length} texts searched\n`);
  await service.close();
  await new Promise((done) => outside.close(done));
});

async function plantPerson(): Promise<void> {
  const { identity, store } = service.app.services;
  const email = "canary@example.com";
  const password = plant("password");
  const user_id = await identity.createUser(store.db, { email, name: "Person", password });
  await store.db.insert(organizationMembers).values({ organization_id: service.organizationId, user_id, role: "organization:member" });
  await store.db.insert(teamMembers).values({ team_id: service.teamId, user_id, role: "team:owner" });
  const { headers } = await call(signIn, { body: { email, password } }, nobody);
  const cookie = [headers["set-cookie"]].flat().join().split(";")[0] ?? "";
  session = { cookie };
  // The part before the dot is only a name: without its signature it opens nothing.
  plant("session cookie", decodeURIComponent(cookie).split(".").at(-1));
  const begun = (await call(startSecondFactor, { body: { password } }, session)).body as { secret: string; recovery_codes: string[] };
  plant("TOTP seed", begun.secret);
  plant("TOTP seed as bytes", OTPAuth.Secret.fromBase32(begun.secret).utf8);
  plant("recovery code", begun.recovery_codes[0]);
}

async function plantKeys(): Promise<void> {
  plant("key of a header", service.keys.owner);
  const team = { params: { teamId: service.teamId }, body: { name: "Team key" } };
  const headers = { ...byKey(service.keys.owner), "idempotency-key": randomUUID() };
  const once = (await call(createTeamApiKey, team, headers)).body as { key: string };
  plant("team key", once.key);
  hear("createTeamApiKey again", await send(service.url, wireOf(createTeamApiKey, team, headers)));
  const own = (await call(createApiKey, { body: { name: "Own key" } })).body as { key: string };
  plant("API key", own.key);
}

/** In which the program tells them. */
const ways = ["raw", "base64", "address", "hex", "base32", "twice", "wide", "digits", "numbers", "backwards", "bytes", "error:"];

const program = `
import base64, json, os, sys, urllib.parse, caseload
keys = [os.environ["SHARED"], os.environ["PERSONAL"]]
for key in keys:
    print("raw", key, json.dumps(key), repr(key))
    print("base64", base64.b64encode(key.encode()).decode(), base64.urlsafe_b64encode(key.encode()).decode())
    print("address", urllib.parse.quote(key), urllib.parse.quote_plus(key), urllib.parse.quote(key, safe=""))
    print("hex", key.encode().hex())
    print("base32", base64.b32encode(key.encode()).decode(), base64.b32encode(key.encode()).decode().lower().rstrip("="))
    print("twice", base64.b64encode(base64.b64encode(key.encode())).decode())
    print("wide", base64.b64encode(key.encode("utf-16-le")).decode(), key.encode("utf-16-be").hex())
    print("digits", key.encode().hex(" "), key.encode().hex(":").upper())
    print("numbers", *key.encode())
    print("backwards", key[::-1])
    sys.stdout.flush(); sys.stdout.buffer.write(b"bytes " + key.encode("utf-16-be") + b"\\n"); sys.stdout.flush()
    for part in key: print(part, end="", flush=True)
    try: {}[key]
    except KeyError as error: print(); print("error:", str(error)[1:-1])
    caseload.log("logged " + key, field=key)
    caseload.files.write("out/told.txt", key)
    open("output/told.txt", "a").write(key)
print(dict(os.environ))
open("output/told.bin", "wb").write(b"\\xff\\xd8\\x00" + keys[0].encode())
raise SystemExit(keys[1])
`;

async function plantRun(address: string): Promise<void> {
  const params = { teamId: service.teamId };
  const { id: agent_id, buildId: build_id } = await agentWith(service, python(program));
  const kept: Record<string, string> = {};
  for (const [key, shared] of [["SHARED", true] as const, ["PERSONAL", false] as const]) {
    const values = { [key]: secretValue(`${key.toLowerCase()} secret`), FORMER: secretValue(`removed value beside ${key}`) };
    const wire = wireOf(createSecret, { params, body: { name: key, shared, values } }, byKey(service.keys.owner));
    const { id } = hear("createSecret", await send(service.url, { ...wire, headers: { ...wire.headers, "idempotency-key": randomUUID() } }))
      .body as { id: string };
    await call(updateSecret, { params: { id }, body: { remove_keys: ["FORMER"] } });
    await call(attachRevisionSecret, { params: { agentId: agent_id, buildId: build_id }, body: { credentialId: id } });
    kept.id = id;
  }
  const gone = await call(createSecret, { params, body: { name: "Gone", values: { GONE: secretValue("value of a deleted secret") } } });
  await call(deleteSecret, { params: { id: (gone.body as { id: string }).id } });
  const loginId = await plantLogins({ agentId: agent_id, buildId: build_id });
  const run_id = await startRunOf(service, agent_id, { webhook_url: `${address}/hook` });
  const { sandbox_id } = await settled(service, run_id);
  places = {
    ...kept,
    loginId,
    connection_id: await plantConnections(),
    source_id: await plantSource(),
    channel: await plantChat(address),
    userId: service.ids.owner,
    agent_id,
    agentId: agent_id,
    build_id,
    buildId: build_id,
    run_id,
    sandbox_id: sandbox_id ?? "",
  };
  await plantSignIn(address);
  const asking = await agentWith(service, { version: "v1", data: { model: "repeats-its-key", input: "Hello" } });
  const failed = await settled(service, await startRunOf(service, asking.id));
  expect(failed.failure?.message).toContain("rejected the key: Wrong key");
}

/** One whose password was changed, attached to the revision, and one that was deleted. Returns the id of the first. */
async function plantLogins(revision: { agentId: string; buildId: string }): Promise<string> {
  const params = { teamId: service.teamId, userId: service.ids.owner };
  const seedOf = (kind: string) => plant(kind, new OTPAuth.Secret({ size: 20 }).base32);
  const partsOf = (kind: string) => ({
    password: secretValue(`password of a ${kind} login`),
    otp_secret: seedOf(`TOTP seed of a ${kind} login`),
  });
  const store = async (body: CallInput<typeof createCredential>["body"]) => {
    const headers = { ...byKey(service.keys.owner), "idempotency-key": randomUUID() };
    return ((await call(createCredential, { params, body }, headers)).body as { id: string }).id;
  };
  const id = await store({ domain: "app.example.com", ...partsOf("changed") });
  const next = partsOf("stored");
  plant("TOTP seed of a login as bytes", OTPAuth.Secret.fromBase32(next.otp_secret).latin1);
  await call(updateCredential, { params: { ...params, id }, body: next });
  await call(attachRevisionLogin, { params: revision, body: { exposedCredentialId: id } });
  const gone = await store({ domain: "gone.example.com", ...partsOf("deleted") });
  await call(deleteCredential, { params: { ...params, id: gone } });
  const { password, otp_secret } = partsOf("refused");
  for (const body of [
    { domain: " ", password, otp_secret },
    { domain: "app.example.com", password: [password], otp_secret: `${otp_secret}!` },
    { domain: "app.example.com", password, otp_secret: `otpauth://totp/Shop?secret=${otp_secret}!` },
  ])
    expect((await call(createCredential, { params, body: body as { domain: string } })).status).toBe(400);
  return id;
}

/** One whose headers were changed, and what was refused. Returns its id. */
async function plantConnections(): Promise<string> {
  const params = { teamId: service.teamId };
  const headerOf = (kind: string) => plant(`header of a ${kind} connection`);
  const connection = { name: "Canary", provider: "user", server_url: "https://mcp.example.com/", auth_method: "headers" } as const;
  const store = async (headers: CallInput<typeof createConnection>["body"]["headers"]) => {
    const credentials = { ...byKey(service.keys.owner), "idempotency-key": randomUUID() };
    return ((await call(createConnection, { params, body: { ...connection, headers } }, credentials)).body as { id: string }).id;
  };
  const connection_id = await store({ secret: { "X-Key": headerOf("changed") }, plaintext: { Authorization: headerOf("plain") } });
  await call(updateConnection, {
    params: { connection_id },
    body: { headers: { secret: { "X-Key": headerOf("stored"), Authorization: "" } } },
  });
  await call(deleteConnection, { params: { connection_id: await store({ secret: { "X-Key": headerOf("deleted") } }) } });
  const wrong = headerOf("refused");
  const refused: Record<string, string>[] = [{ Host: wrong }, { "X-Key": `${wrong}\n` }, { "X-Key": [wrong] as unknown as string }];
  for (const secret of refused)
    expect((await call(createConnection, { params, body: { ...connection, headers: { secret } } })).status).toBe(400);
  const oauth_client_secret = plant("client secret of an integration");
  const { name, server_url } = connection;
  const integration = { name, server_url, auth_method: "oauth", oauth_client_id: "canary", oauth_client_secret } as const;
  expect((await call(createCustomIntegration, { params, body: integration })).status).toBe(201);
  expect((await call(createCustomIntegration, { params, body: integration })).status).toBe(409);
  return connection_id;
}

/** A source whose secret was replaced: the one before still signs. */
async function plantSource(): Promise<string> {
  const headers = { ...byKey(service.keys.owner), "idempotency-key": randomUUID() };
  const input = { params: { teamId: service.teamId }, body: { name: "Canary" } };
  const { source, secret } = (await call(createWebhookSource, input, headers)).body as { source: { id: string }; secret: string };
  plant("secret of a webhook source", secret.slice("whsec_".length));
  const rotated = { params: { source_id: source.id }, body: {} };
  const next = (await call(rotateWebhookSecret, rotated, { ...byKey(service.keys.owner), "idempotency-key": randomUUID() })).body as {
    secret: string;
  };
  plant("next secret of a webhook source", next.secret.slice("whsec_".length));
  return source.id;
}

/** A chat that takes no message, and what was refused. Returns its channel. */
async function plantChat(address: string): Promise<string> {
  const params = { teamId: service.teamId, channel: "slack" } as const;
  const addressOf = (kind: string) => `${address}/v1/hooks/${plant(`address of a ${kind} chat`)}`;
  expect((await call(setNotificationChat, { params, body: { address: addressOf("replaced") } })).status).toBe(200);
  expect((await call(setNotificationChat, { params, body: { address: addressOf("stored") } })).status).toBe(200);
  expect((await call(testNotificationChat, { params })).status).toBe(400);
  for (const wrong of [`${addressOf("refused")}#`, addressOf("refused private").replace("127.0.0.1", "10.0.0.1")])
    expect((await call(setNotificationChat, { params, body: { address: wrong } })).status).toBe(400);
  return params.channel;
}

/** An agent that signs in on a website, which repeats the password. */
async function plantSignIn(address: string): Promise<void> {
  const signing = scripted(`call open_page {"url": "${address}/website"}`, "call sign_in {}", "call read_page {}", "say Done");
  const agent = await agentWith(service, signing);
  const body = { domain: new URL(address).host, username: "clerk", password: secretValue("password of a typed login") };
  const login = await call(createCredential, { params: { teamId: service.teamId, userId: service.ids.owner }, body });
  const exposedCredentialId = (login.body as { id: string }).id;
  await call(attachRevisionLogin, { params: { agentId: agent.id, buildId: agent.buildId }, body: { exposedCredentialId } });
  const run_id = await startRunOf(service, agent.id, { webhook_url: `${address}/hook` });
  await settled(service, run_id);
  const told = JSON.stringify(hear("listRunMessages", await call(listRunMessages, { params: { run_id } })).body);
  expect(told).toContain(`You typed [secret password for ${body.domain}]`);
}

/** The example's input, led to where the canaries are. */
function ledThere(endpoint: EndpointSpec, input: Input): Input {
  const { loginId, ...others } = places;
  const id = endpoint.path.startsWith("/v2/credentials/") ? places.id : endpoint.path.includes("/browser-agent/") ? loginId : undefined;
  const here: Record<string, string | undefined> = { ...others, id };
  const params = Object.entries((input.params ?? {}) as Record<string, unknown>).map(([name, value]) => [name, here[name] ?? value]);
  return { ...input, params: Object.fromEntries(params) };
}

it("plants what it looks for: the program ran and told its secrets, and every one was masked", async () => {
  expect(canaries.size).toBeGreaterThanOrEqual(20);
  expect(new Set(canaries.values()).size).toBe(canaries.size);
  const told = JSON.stringify(await messagesOf(service, places.run_id ?? ""));
  for (const key of ["SHARED", "PERSONAL"]) for (const way of ways) expect(told).toContain(`${way} [secret ${key}]`);
});

/** What answers a secret once is always called: the last test names it. */
const called = subjects.filter((subject) => subjectsOfLanding.includes(subject) || isSecret(subject.endpoint));

it.each(called)("$title: is called, and what is about the canaries is read by everybody who may", async (subject) => {
  const { endpoint } = subject;
  const owner = byKey(service.keys.owner);
  const self = needsSession(endpoint.access) ? await newcomer(service) : undefined;
  const input = await inputFor(subject, { ...stageFor(service), self });
  const credentials = credentialsFor(endpoint, service, self);
  const answer = hear(endpoint.name, await send(service.url, wireOf(endpoint, input, credentials)));
  expect(answer.status, answer.text).toBeLessThan(500);
  if (endpoint.method !== "GET") return;
  for (const who of [owner, byKey(service.keys.member), session])
    hear(endpoint.name, await send(service.url, wireOf(endpoint, ledThere(endpoint, input), who)));
});

it("sends what is wrong, breaks the store, and sends it again", async () => {
  const wire = wireOf(createSecret, { params: { teamId: service.teamId }, body: {} }, byKey(service.keys.owner));
  const value = canaries.get("shared secret") ?? "";
  const wrong = [
    { name: "Wrong", values: { "NO-NAME": value } },
    { name: "Wrong", values: value },
    { name: "Wrong", values: [value] },
    { name: "Wrong", values: { A: { B: value } } },
    { name: value.repeat(20), values: { A: value } },
  ].map((body) => JSON.stringify(body));
  for (const body of [...wrong, `{"name": "Wrong", "values": {"A": ${JSON.stringify(value)} ${value}`])
    expect(hear("wrong input", await send(service.url, { ...wire, body })).status).toBe(400);
  const password = canaries.get("password") ?? "";
  for (const body of [
    { email: password, password },
    { email: "canary@example.com", password: [password] },
  ])
    hear("wrong sign-in", await send(service.url, wireOf(signIn, { body }, nobody)));
  for (const authorization of [`Basic ${service.keys.owner}`, `Bearer ${service.keys.owner} more`])
    hear("wrong header", await send(service.url, wireOf(createApiKey, { body: { name: "Wrong" } }, { authorization })));
  await service.pool.query("alter table secrets rename to away");
  const right = JSON.stringify({ name: "Right", values: { A: value } });
  const broken = await send(service.url, { ...wire, body: right, headers: { ...wire.headers, "idempotency-key": randomUUID() } });
  expect(hear("broken store", broken).status).toBe(500);
  await service.pool.query("alter table away rename to secrets");
});

it("finds them nowhere but in the answers that are given once", async () => {
  await quiet(service);
  for (const path of ["/metrics", "/openapi.json", "/healthz"])
    hear(path, await send(service.url, { method: "GET", path, headers: nobody, body: undefined }));
  await hearTables();
  await hearFiles();
  for (const where of ["log", "webhook", "table runs", "table run_messages", "table idempotency_keys", "stored file"])
    expect(
      heard.some((each) => each.where === where && each.text.length > 20),
      where,
    ).toBe(true);
  const found = [...canaries].flatMap(([kind, value]) => {
    const forms = formsOf(value);
    return heard.filter(({ text }) => forms.some((form) => text.includes(form))).map(({ where }) => `${kind}: ${where}`);
  });
  expect([...new Set(found)].toSorted()).toEqual([
    "API key: createApiKey",
    "TOTP seed: startSecondFactor",
    "next secret of a webhook source: rotateWebhookSecret",
    "recovery code: startSecondFactor",
    "secret of a webhook source: createWebhookSource",
    "session cookie: signIn",
    "team key: createTeamApiKey",
    "webhook key: getWebhookSecret",
  ]);
});

/** Every row of every table, as the store would write it into a dump. */
async function hearTables(): Promise<void> {
  const { rows: tables } = await service.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of tables) {
    const { rows } = await service.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
    heard.push({ where: `table ${name}`, text: rows.map(({ row }) => row).join("\n") });
  }
}

async function hearFiles(): Promise<void> {
  const folder = service.app.services.config.dataDir;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    heard.push({ where: "stored file", text: `${entry.name}\n${await readFile(join(entry.parentPath, entry.name), "latin1")}` });
  }
}
