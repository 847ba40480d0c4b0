import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ServerProcess } from "../../test/server-process.ts";
import { environmentOfPrograms, startServerProcess } from "../../test/server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "heliograph-reset-"));
const env = { HELIOGRAPH_DATA: folder, PORT: "0", MQTT_PORT: "0" };
let server: ServerProcess | undefined;

afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.ended;
  rmSync(folder, { recursive: true, force: true });
});

const readPassword = (): string =>
  JSON.parse(readFileSync(join(folder, "root-account.json"), "utf8")).password;

function reset(): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "root-reset.ts")],
    {
      env: { ...environmentOfPrograms(), ...env },
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

async function signIn(http: string, password: string): Promise<{ code: string; token?: string }> {
  const body = JSON.stringify({ account: "root@heliograph.local", password, endpoint: "WEB" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${http}/api/token/login`, { method: "POST", headers, body });
  const envelope = (await response.json()) as { code: string; data: { access_token: string } | null };
  return { code: envelope.code, token: envelope.data?.access_token };
}

test("resets ROOT's password with a running and with a stopped server, and never prints it to a pipe", async () => {
  server = startServerProcess({ env });
  const { http } = await server.ready;
  const first = readPassword();
  expect(server.stdout()).not.toContain(first);
  const { token } = await signIn(http, first);

  const said = reset();
  const second = readPassword();
  expect(second).not.toBe(first);
  expect(said).toContain(join(folder, "root-account.json"));
  expect(said).not.toContain(second);
  const old = await fetch(`${http}/api/user/isSuper`, { headers: { authorization: `Bearer ${token}` } });
  expect(old.status).toBe(401);
  expect((await signIn(http, first)).code).toBe("A0200");
  expect((await signIn(http, second)).code).toBe("0");
  server.kill("SIGTERM");
  await server.ended;

  reset();
  const third = readPassword();
  expect(third).not.toBe(second);
  server = startServerProcess({ env });
  const again = await server.ready;
  expect((await signIn(again.http, second)).code).toBe("A0200");
  expect((await signIn(again.http, third)).code).toBe("0");
});
