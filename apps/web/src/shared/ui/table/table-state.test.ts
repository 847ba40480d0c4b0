import { expect, it } from "vitest";
import type { StateSpec } from "./table-state.ts";
import { initialState, isFiltered, readTableState, writeTableState } from "./table-state.ts";

const plantId = "0190a1b2-0000-7000-8000-000000000001";

const spec = {
  schema: {
    sorts: ["createdAt", "powerW"],
    pageSizes: [20, 50, 200],
    maxSearchLength: 8,
    filters: {
      status: { values: ["fault", "normal"] },
      stationId: { format: "id" },
      version: { maxLength: 3 },
      minimum: { minimum: 0, maximum: 50 },
    },
  },
  sort: "createdAt",
  order: "asc",
  pageSize: 20,
  filters: ["status", "stationId", "version"],
} satisfies StateSpec;

it("reads a list's state from the address and writes only what differs", () => {
  const params = writeTableState(new URLSearchParams("lang=en"), spec, {
    sort: "powerW",
    order: "desc",
    filters: { status: "fault" },
  });
  expect(params.toString()).toBe("lang=en&sort=powerW&order=desc&status=fault");
  const state = readTableState(params, spec);
  expect(state).toMatchObject({
    sort: "powerW",
    order: "desc",
    filters: { status: "fault", stationId: undefined },
  });
  expect(isFiltered(state)).toBe(true);
  const back = writeTableState(params, spec, {
    sort: "createdAt",
    order: "asc",
    filters: { status: undefined },
  });
  expect(back.toString()).toBe("lang=en");
});

it("ignores values the contract does not allow", () => {
  const invalid = "page=-3&pageSize=7&sort=drop&status=x&order=up&stationId=monday&version=1.10";
  expect(readTableState(new URLSearchParams(invalid), spec)).toEqual(initialState(spec));
  expect(readTableState(new URLSearchParams("page=1.5"), spec).page).toBe(1);
});

it("reads an id, a text within its length and the search up to its length", () => {
  const params = new URLSearchParams({ stationId: plantId, version: "1.1", search: "roof of the barn" });
  expect(readTableState(params, spec)).toMatchObject({
    search: "roof of ",
    filters: { stationId: plantId, version: "1.1" },
  });
});

it("reads a number within its limits and no other text", () => {
  const own = { ...spec, filters: ["minimum"] };
  const read = (minimum: string) => readTableState(new URLSearchParams({ minimum }), own).filters["minimum"];
  expect(["12.5", "0", "50"].map(read)).toEqual(["12.5", "0", "50"]);
  expect(["-1", "51", "1e1", "ten", " 1", ""].map(read)).toEqual(Array(6).fill(undefined));
});

it("reads no filter that the table does not name", () => {
  const own = { ...spec, filters: ["status"] };
  expect(readTableState(new URLSearchParams("version=1.1"), own).filters).toEqual({ status: undefined });
});

it("starts at the first page unless the page itself is changed", () => {
  const third = writeTableState(new URLSearchParams(), spec, { page: 3 });
  expect(third.toString()).toBe("page=3");
  expect(writeTableState(third, spec, { search: "roof" }).toString()).toBe("search=roof");
  expect(writeTableState(third, spec, { pageSize: 200 }).toString()).toBe("pageSize=200");
});

it("keeps two lists of one page apart by a prefix", () => {
  const two = { ...spec, prefix: "units" };
  const params = writeTableState(new URLSearchParams("page=2&status=fault"), two, {
    page: 4,
    filters: { status: "normal" },
  });
  expect(params.toString()).toBe("page=2&status=fault&unitsPage=4&unitsStatus=normal");
  expect(readTableState(params, spec)).toMatchObject({ page: 2, filters: { status: "fault" } });
  expect(readTableState(params, two)).toMatchObject({ page: 4, filters: { status: "normal" } });
});

it("writes the ascending order of a list that starts in descending order", () => {
  const down = { ...spec, order: "desc" as const };
  expect(writeTableState(new URLSearchParams(), down, { order: "asc" }).toString()).toBe("order=asc");
  expect(readTableState(new URLSearchParams("order=asc"), down).order).toBe("asc");
  // Another column begins ascending, and the address has only what differs from that.
  const write = (order: "asc" | "desc") =>
    writeTableState(new URLSearchParams(), down, { sort: "powerW", order }).toString();
  expect(readTableState(new URLSearchParams("sort=powerW"), down).order).toBe("asc");
  expect([write("asc"), write("desc")]).toEqual(["sort=powerW", "sort=powerW&order=desc"]);
});
