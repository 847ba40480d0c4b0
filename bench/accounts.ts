import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, RequestOptions } from "node:http";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emailOf, writeManyAccounts } from "../apps/server/test/many-accounts.ts";
import type { BenchRow } from "./report.ts";
import { median, percentile, report } from "./report.ts";
import { startBenchServer } from "./server.ts";

// Cost of identity with 10,000 accounts in 500 companies six levels deep: lists and permissions as ROOT, the access check
// of a plant, and the time of a sign-in with a known and an unknown name. One request at a time, all kinds in turn, so that
// other load on the machine affects them equally.

const COMPANIES = 500;
const ACCOUNTS = 10_000;
const ROUNDS = 200;
/** Sign-ins with known and unknown accounts: each account once and few per address, so that none is throttled. */
const WRONG_PASSWORDS = 200;
const PAIRS_AN_ADDRESS = 25;

const folder = await mkdtemp(join(tmpdir(), "heliograph-bench-"));
const server = await startBenchServer(folder);
const agent = new Agent({ keepAlive: true });

interface CallResult {
  status: number;
  text: string;
  /** ms. */
  took: number;
}

async function sendRequest(path: string, options: RequestOptions = {}, body?: object): Promise<CallResult> {
  const startedAt = performance.now();
  const sent = request(`${server.http}/api${path}`, { agent, ...options });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await Array.fromAsync(response)).join("");
  return { status: response.statusCode ?? 0, text, took: performance.now() - startedAt };
}

/** `localAddress`: where the request comes from; all of 127.0.0.0/8 is this machine. */
async function signIn(account: string, password: string, localAddress?: string): Promise<CallResult> {
  const options = { method: "POST", headers: { "content-type": "application/json" }, localAddress };
  return await sendRequest("/token/login", options, { account, password, endpoint: "WEB" });
}

function expectStatus(wanted: number, { status, text, took }: CallResult): number {
  if (status !== wanted) throw new Error(`answered ${status}: ${text}`);
  return took;
}

/** Durations of each kind of request in each round, ms; the first round warms the caches. */
async function measureInTurn(
  rounds: number,
  kinds: Record<string, (round: number) => Promise<number>>,
): Promise<Record<string, number[]>> {
  const durations: Record<string, number[]> = Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, []]),
  );
  for (let round = 0; round <= rounds; round += 1)
    for (const [kind, run] of Object.entries(kinds)) {
      const took = await run(round);
      if (round > 0) durations[kind]?.push(took);
    }
  return durations;
}

try {
  const { companyId, stationId } = await writeManyAccounts(folder, {
    companies: COMPANIES,
    accounts: ACCOUNTS,
  });
  const root = await server.rootAccount();
  const { data } = JSON.parse((await signIn(root.account, root.password)).text) as {
    data: { access_token: string };
  };
  const headers = { Authorization: `Bearer ${data.access_token}`, "Time-Zone": "UTC" };
  const get = (path: string) => async () => expectStatus(200, await sendRequest(path, { headers }));

  const calls = await measureInTurn(ROUNDS, {
    "account list, first page": get("/account/list"),
    "account list, page 100": get("/account/list?pageNum=100"),
    "account list of one company": get(`/account/list?companyId=${companyId}`),
    "account list, searched": get("/account/list?search=unt%2099"),
    "permission tree": get("/permission/getPermission"),
    roles: get("/role/list"),
    companies: get("/company/tree"),
  });
  const access = await measureInTurn(ROUNDS * 5, {
    none: get("/health/live"),
    session: get("/user/isSuper"),
    plant: get(`/permission/checkStationOp?stationId=${stationId}`),
  });
  const wrong = async (round: number, account: string) =>
    expectStatus(
      401,
      await signIn(account, "wrong-one-77", `127.0.0.${2 + Math.floor(round / PAIRS_AN_ADDRESS)}`),
    );
  const signIns = await measureInTurn(WRONG_PASSWORDS, {
    known: (round) => wrong(round, emailOf(round + 1)),
    unknown: (round) => wrong(round, `nobody-${round}@bench.example`),
  });

  const row = (what: string, value: number, rest: Partial<BenchRow> = {}): BenchRow => ({
    what,
    value,
    unit: "ms",
    ...rest,
  });
  const of = (durations: Record<string, number[]>, kind: string): number[] => durations[kind] ?? [];
  await report({
    name: "accounts",
    rows: [
      ...Object.entries(calls).map(([what, took]) =>
        row(`${what}, p95`, percentile(took, 0.95), {
          goal: "≤ 50",
          remark: `p50 ${median(took).toFixed(1)}`,
        }),
      ),
      row("request without a session, p50", median(of(access, "none"))),
      row("with a session, p50", median(of(access, "session"))),
      row("with a session and a plant's access, p50", median(of(access, "plant"))),
      row("session and access add", median(of(access, "plant")) - median(of(access, "none")), {
        goal: "≤ 1",
      }),
      row("wrong password of a known account, p50", median(of(signIns, "known")), {
        remark: `p95 ${percentile(of(signIns, "known"), 0.95).toFixed(1)}`,
      }),
      row("of an unknown account, p50", median(of(signIns, "unknown")), {
        remark: `p95 ${percentile(of(signIns, "unknown"), 0.95).toFixed(1)}`,
      }),
    ],
  });
} finally {
  agent.destroy();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
