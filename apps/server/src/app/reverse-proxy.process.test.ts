import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ClientRequest, IncomingMessage, Server } from "node:http";
import { createServer, request } from "node:http";
import { request as requestSecure } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

// The configuration of HAProxy in docs/deployment.md, between a browser and two servers of this test.

const hasProxy = spawnSync("haproxy", ["-v"]).status === 0;
const guide = join(import.meta.dirname, "../../../../docs/deployment.md");
const documented = /```\n(defaults\n.*?)```/s.exec(readFileSync(guide, "utf8"))?.[1] ?? "";

const READY_PATHS = ["/api/health/ready", "/ready"];

interface Process {
  port: number;
  /** What its readiness responds. */
  readiness: number;
  kill(): void;
}

async function startProcess(name: string): Promise<Process> {
  const running: Process = { port: 0, readiness: 200, kill: () => {} };
  const server: Server = createServer((asked, response) => {
    response.statusCode = READY_PATHS.includes(asked.url ?? "") ? running.readiness : 200;
    response.end(JSON.stringify({ name, protocol: asked.headers["x-forwarded-proto"] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  running.port = (server.address() as AddressInfo).port;
  running.kill = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(() => running.kill());
  return running;
}

type Ask = () => Promise<[number, string]>;

/** Each request has a connection of its own. */
const connection = { host: "127.0.0.1", agent: false } as const;

/** Status and body of the response. */
async function read(asked: ClientRequest): Promise<[number, string]> {
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return [response.statusCode ?? 0, body];
}

async function findFreePort(): Promise<number> {
  const server = createSocketServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe.skipIf(!hasProxy)("HAProxy as docs/deployment.md describes it (needs haproxy and openssl)", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "heliograph-proxy-"));
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const made = [
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=localhost",
      "-keyout",
      key,
      "-out",
      certificate,
    ];
    spawnSync("openssl", ["req", "-x509", ...made]);
    writeFileSync(join(folder, "solar.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  function writeConfiguration(text: string): string {
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, text.replaceAll("/etc/haproxy/", `${folder}/`));
    return file;
  }

  async function startProxy(): Promise<{
    one: Process;
    other: Process;
    ask: Ask;
    askLink: Ask;
    said(): string;
  }> {
    const [one, other] = [await startProcess("one"), await startProcess("other")];
    const [console, devices] = [await findFreePort(), await findFreePort()];
    const text = documented
      .replaceAll("10.0.0.11:8080", `127.0.0.1:${one.port}`)
      .replaceAll("10.0.0.12:8080", `127.0.0.1:${other.port}`)
      // A gateway's connection passes through unchanged: here it is one of HTTP.
      .replaceAll("10.0.0.11:8883", `127.0.0.1:${one.port}`)
      .replaceAll("10.0.0.12:8883", `127.0.0.1:${other.port}`)
      .replaceAll(" port 9464", "")
      .replace(":443", `127.0.0.1:${console}`)
      .replace("bind :8883", `bind 127.0.0.1:${devices}`);
    const proxy = spawn("haproxy", ["-db", "-f", writeConfiguration(text)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    proxy.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    onTestFinished(async () => {
      proxy.kill("SIGKILL");
      if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, "exit");
    });
    const ask = async () =>
      await read(requestSecure({ port: console, path: "/api", rejectUnauthorized: false, ...connection }));
    const askLink = async () => await read(request({ port: devices, ...connection }));
    await expect.poll(async () => (await ask().catch(() => [0]))[0]).toBe(200);
    return { one, other, ask, askLink, said: () => said };
  }

  /** Who responds to several requests, all of which succeed. */
  async function listResponding(ask: Ask): Promise<string[]> {
    const responses = [];
    for (let count = 0; count < 8; count += 1) responses.push(await ask());
    expect(responses.filter(([status]) => status !== 200)).toEqual([]);
    return [...new Set(responses.map(([, body]) => (JSON.parse(body) as { name: string }).name))].toSorted();
  }

  test("accepts the configuration without a warning", () => {
    const { status, stderr } = spawnSync("haproxy", ["-c", "-f", writeConfiguration(documented)]);
    expect([status, String(stderr)]).toEqual([0, ""]);
  });

  test("a killed process fails no request", async () => {
    const { one, ask, askLink } = await startProxy();
    expect(await listResponding(ask)).toEqual(["one", "other"]);
    expect(JSON.parse((await ask())[1])).toMatchObject({ protocol: "https" });
    one.kill();
    // Also before its next check.
    expect(await listResponding(ask)).toEqual(["other"]);
    expect(await listResponding(askLink)).toEqual(["other"]);
  });

  test("a process that is not ready receives nothing, unless all are: then they say themselves what is wrong", async () => {
    const { one, other, ask, askLink, said } = await startProxy();
    one.readiness = 503;
    await expect.poll(() => listResponding(ask)).toEqual(["other"]);
    await expect.poll(() => listResponding(askLink)).toEqual(["other"]);
    other.readiness = 503;
    for (const [asking, backend] of [
      [ask, "api"],
      [askLink, "link"],
    ] as const) {
      await expect
        .poll(async () => {
          await listResponding(asking);
          return said();
        })
        .toContain(`backend '${backend}' has no server available`);
      expect(await listResponding(asking)).toEqual(["one", "other"]);
    }
  });
});
