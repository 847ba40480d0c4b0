import { allEndpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { findDocumentResponse } from "./document-responses.ts";

/** Paths of empty lists in a value; entries of a list share one. */
function listEmpty(value: unknown, path = ""): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [path] : value.flatMap((entry) => listEmpty(entry, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => listEmpty(inner, `${path}.${name}`));
}

/** Lists that are empty in a response that has everything else. */
const EMPTY_LISTS: readonly string[] = [
  // Permissions have no children.
  "GET /permission/getPermission .data.tree.children.children",
  "GET /permission/tree .data.tree.children.children",
  // Of a number.
  "GET /workData/device/parameters .data.rows.choices",
  // No command for the unit runs.
  "GET /workData/device/switch .data.units",
  // Drawn where irradiance is not measured.
  "GET /workData/powerStation/curve .data.clearSky",
  // Its owner sees all parts.
  "GET /workData/powerStation/detail .data.hiddenParts",
  // Of a fixed price.
  "GET /workData/powerStation/earnings .data.tariffs.periods",
  // Of the second plant.
  "GET /workData/powerStation/list .data.rows.tags",
  // Its gateway is online.
  "GET /workData/powerStation/operation .data.evidence.offlineGateways",
  "GET /workData/powerStation/operation .data.marks",
  "GET /workData/powerStation/operation .data.unitOperations.evidence.offlineGateways",
  "GET /workData/device/switch .data.evidence.offlineGateways",
  "GET /workData/powerStation/operation/list .data.rows.evidence.offlineGateways",
  // A file that can be read.
  "POST /workData/layout/read .data.problems",
  "POST /user/settings/passkey/begin .data.options.hints",
];

test("every list in the responses of the OpenAPI document has an entry that shows its shape", () => {
  const empty = allEndpoints.flatMap((endpoint) =>
    listEmpty(findDocumentResponse(endpoint)).map((path) => `${endpoint.method} ${endpoint.path} ${path}`),
  );
  expect([...new Set(empty)].toSorted()).toEqual(EMPTY_LISTS.toSorted());
});
