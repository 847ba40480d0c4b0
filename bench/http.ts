import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureRequests } from "./http-load.ts";
import { median, report } from "./report.ts";
import { startBenchServer } from "./server.ts";

// Signed-in small requests a second of one process, and of a bare Fastify with the same response, in turn.

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;

async function signIn(http: string, credentials: { account: string; password: string }): Promise<string> {
  const response = await fetch(`${http}/api/token/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...credentials, endpoint: "WEB" }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-"));
const server = await startBenchServer(folder);
const token = await signIn(server.http, await server.rootAccount());
const headers = { Authorization: `Bearer ${token}`, "Accept-Language": "en", "Time-Zone": "UTC" };
const url = `${server.http}/api/user/isSuper`;
const body = await (await fetch(url, { headers })).text();
const bare = spawn(process.execPath, [join(import.meta.dirname, "http-bare.ts"), body], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [port] = (await once(bare.stdout, "data")) as [Buffer];
  const load = { headers, connections: CONNECTIONS, seconds: SECONDS };
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await measureRequests({ ...load, url });
    if (!own.statusLine.includes(" 200 ")) throw new Error(`the server answered ${own.statusLine}`);
    ours.push(own.perSecond);
    const peer = await measureRequests({
      ...load,
      url: `http://127.0.0.1:${port.toString().trim()}/api/user/isSuper`,
    });
    peers.push(peer.perSecond);
  }
  await report({
    name: "http",
    rows: [
      {
        what: "signed-in requests",
        value: median(ours),
        unit: "/s",
        remark: `${CONNECTIONS} connections, ${ROUNDS} rounds`,
      },
      { what: "bare Fastify, same body", value: median(peers), unit: "/s" },
      {
        what: "ratio",
        value: median(ours.map((value, round) => value / (peers[round] ?? Number.NaN))),
        unit: "×",
        goal: "≥ 0.5",
        remark: "median of the rounds' ratios",
      },
    ],
  });
} finally {
  bare.kill();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
