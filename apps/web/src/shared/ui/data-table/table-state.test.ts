import { expect, it } from "vitest";
import type { StateSpec } from "./table-state.ts";
import { firstState, isFiltered, readTableState, writeTableState } from "./table-state.ts";

const spec = {
  sorts: ["createdAt", "powerW"],
  sort: "createdAt",
  order: "asc",
  pageSize: 20,
  filters: { status: ["fault", "normal"], day: (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) },
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
    filters: { status: "fault", day: undefined },
  });
  expect(isFiltered(state)).toBe(true);
  const back = writeTableState(params, spec, {
    sort: "createdAt",
    order: "asc",
    filters: { status: undefined },
  });
  expect(back.toString()).toBe("lang=en");
});

it("ignores what makes no sense", () => {
  const nonsense = new URLSearchParams("page=-3&pageSize=7&sort=drop&status=x&order=up&day=monday");
  expect(readTableState(nonsense, spec)).toEqual(firstState(spec));
  expect(readTableState(new URLSearchParams("page=1.5"), spec).page).toBe(1);
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

it("a list sorted downwards at first writes the other order", () => {
  const down = { ...spec, order: "desc" as const };
  expect(writeTableState(new URLSearchParams(), down, { order: "asc" }).toString()).toBe("order=asc");
  expect(readTableState(new URLSearchParams("order=asc"), down).order).toBe("asc");
});
