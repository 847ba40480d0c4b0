import { endpoints } from "@heliograph/contract";
import { expect, it } from "vitest";
import { describeList } from "./list-schema.ts";

it("describes the query of a list: sort keys, page sizes, search and filters", () => {
  expect(describeList(endpoints.account.listAccounts)).toEqual({
    sorts: expect.arrayContaining(["userName", "companyName", "createdAt"]),
    sort: "userName",
    order: "asc",
    pageSizes: [20, 50, 100, 200],
    maxSearchLength: 120,
    filters: {
      relation: { values: ["customer", "colleague"] },
      companyId: { format: "id" },
      status: { values: ["active", "invited", "disabled"] },
    },
  });
});

it("describes a text filter by its length and a list that starts in descending order", () => {
  expect(describeList(endpoints.device.list)?.filters).toMatchObject({ softwareVersion: { maxLength: 60 } });
  expect(describeList(endpoints.log.list)).toMatchObject({ sort: "at", order: "desc" });
});

it.each([
  ["a list that comes as a whole", endpoints.provider.list],
  ["a single record", endpoints.station.get],
  ["a change", endpoints.device.add],
])("describes nothing for %s", (_what, endpoint) => {
  expect(describeList(endpoint)).toBeUndefined();
});
