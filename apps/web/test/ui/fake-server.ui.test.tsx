import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { closeConsole, openConsole } from "./console.tsx";
import { makeOverview } from "./samples.ts";

/** What a test with this call ends with. */
async function endAfter(path: string, init?: RequestInit): Promise<string> {
  await fetch(path, init);
  return closeConsole().then(
    () => "passed",
    (error: Error) => `${error.message} ${JSON.stringify((error as { actual?: unknown }).actual)}`,
  );
}

test("fails a test at a call without a reply, with the endpoint's name", async () => {
  await openConsole();
  const { path } = endpoints.health.ready;
  expect(await endAfter(`/api${path}`)).toContain(`no reply to GET ${path}`);
});

test("fails a test at a call the contract does not have", async () => {
  await openConsole();
  expect(await endAfter("/api/no/such/call")).toContain("the contract has no GET /no/such/call");
});

test("fails a test at a query that breaks the contract", async () => {
  await openConsole();
  const { path } = endpoints.station.get;
  const query = "?stationId=none";
  expect(await endAfter(`/api${path}${query}`)).toContain(`${path}${query} breaks the contract`);
});

test("fails a test at a reply that breaks the contract", async () => {
  const { path } = endpoints.home.getOverview;
  const server = await openConsole({ at: "/agreement", isSignedOut: true });
  server.reply(endpoints.home.getOverview, { ...makeOverview([]), plantCount: "two" as never });
  expect(await endAfter(`/api${path}`)).toContain(`the reply to ${path} breaks the contract`);
});

test("passes a test whose calls and replies keep the contract", async () => {
  const server = await openConsole({ at: "/agreement", isSignedOut: true });
  expect(await endAfter(`/api${endpoints.home.getOverview.path}`)).toBe("passed");
  expect(server.listCalls(endpoints.home.getOverview)).toHaveLength(1);
});

test("refuses a body that breaks the contract in the words of the contract, beside its field", async () => {
  const server = await openConsole({ at: "/agreement", isSignedOut: true });
  const response = await fetch(`/api${endpoints.token.login.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": "en" },
    body: JSON.stringify({ account: "", password: "x", endpoint: "WEB" }),
  });
  expect(response.status).toBe(400);
  const { code, data } = await response.json();
  expect(code).toBe("A0400");
  expect(data.fields.map(({ path }: { path: string }) => path)).toEqual(["account"]);
  expect(server.problems).toEqual([]);
});
