import { expect, test } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { allEndpoints } from "./index.ts";

type Cached = Pick<Endpoint, "method" | "path" | "invalidates">;

/** They start or end the session, and with it all cached responses. */
const ofTheSession = /^\/(token|auth)\//;
/** They change access, so all cached responses are stale. */
const ofRights = /\/(share|transfer|role|customerType|permission)\w*|\/account\/(scope|resetRole)/;
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
/** Creates, uploads or sends something that is in no cached response of its area. */
const notListed = [
  // A file is in the list only once it is published.
  "/system/firmware/upload",
  "/system/firmware/uploadPart",
  "/workData/device/register",
  "/workData/device/command",
  "/workData/device/parametersAcquire",
  "/workData/device/parametersCopy",
  "/workData/device/parametersSet",
  "/workData/device/export",
  "/workData/powerStation/export",
  "/workData/powerStation/conversionFactor",
  "/workData/powerStation/picture",
  "/workData/powerStation/ignite",
  "/workData/powerStation/igniteCancel",
  "/system/provider/picture",
];

/** Problems of the declared stale reads of changes. */
function findGaps(endpoints: readonly Cached[]): string[] {
  const reads: readonly string[] = endpoints.filter(({ method }) => method === "GET").map(({ path }) => path);
  const changes = endpoints.filter(({ method, path }) => method !== "GET" && !ofTheSession.test(path));
  return changes.flatMap(({ path, invalidates }) => {
    if (invalidates === undefined) return [`${path} does not say what it makes stale`];
    if (invalidates === "all") return [];
    if (ofRights.test(path)) return [`${path} changes rights and must drop everything`];
    const unknown = invalidates.filter((read) => !reads.includes(read));
    const own = reads.filter(
      (read) =>
        folderOf(read) === folderOf(path) &&
        (nameOf(read) === "list" || (nameOf(read) === "detail" && /update|delete|sort/.test(nameOf(path)))),
    );
    const missing = notListed.includes(path) ? [] : own.filter((read) => !invalidates.includes(read));
    return [
      ...unknown.map((read) => `${path} drops ${read}, which nobody can read`),
      ...missing.map((read) => `${path} leaves ${read} stale`),
    ];
  });
}

test("every change declares the cached responses it makes stale [R9.2]", () => {
  expect(findGaps(allEndpoints)).toEqual([]);
});

test("finds a change without declaration, a wrong address, a stale list, and changed rights that keep responses", () => {
  const list = { method: "GET", path: "/plant/list" } as const;
  expect(
    findGaps([
      list,
      { method: "POST", path: "/plant/hold" },
      { method: "POST", path: "/plant/add", invalidates: ["/plant/lst"] },
      { method: "POST", path: "/plant/share", invalidates: ["/plant/list"] },
      { method: "POST", path: "/plant/transfer", invalidates: "all" },
      { method: "POST", path: "/plant/update", invalidates: ["/plant/list"] },
    ]),
  ).toEqual([
    "/plant/hold does not say what it makes stale",
    "/plant/add drops /plant/lst, which nobody can read",
    "/plant/add leaves /plant/list stale",
    "/plant/share changes rights and must drop everything",
  ]);
});

test.each([
  ["/workData/powerStation/correction/add", ["/index/co2", "/index/losses", "/index/earnings/plants"]],
  ["/workData/powerStation/correction/cancel", ["/index/co2", "/workData/powerStation/compare"]],
  ["/workData/powerStation/conversionFactor", ["/index/co2", "/workData/powerStation/performance"]],
  ["/workData/powerStation/add", ["/index/map"]],
  ["/workData/powerStation/update", ["/index/map", "/index/co2"]],
])("%s makes figures of other areas stale that follow from it [R9.2]", (path, reads) => {
  const change = allEndpoints.find((each) => each.method === "POST" && each.path === path);
  expect(change?.invalidates).toEqual(expect.arrayContaining(reads));
});
