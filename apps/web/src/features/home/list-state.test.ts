import { expect, it } from "vitest";
import { firstState, readListState, writeListState } from "./list-state.ts";

it("reads the list's state from the address and writes only what differs", () => {
  const params = writeListState(new URLSearchParams("lang=en"), {
    sort: "powerW",
    order: "desc",
    status: "fault",
  });
  expect(params.toString()).toBe("lang=en&sort=powerW&order=desc&status=fault");
  expect(readListState(params)).toEqual({ ...firstState, sort: "powerW", order: "desc", status: "fault" });
  expect(writeListState(params, { status: undefined, sort: "createdAt", order: "asc" }).toString()).toBe(
    "lang=en",
  );
});

it("ignores what makes no sense", () => {
  expect(readListState(new URLSearchParams("page=-3&pageSize=7&sort=drop&status=x&order=up"))).toEqual(
    firstState,
  );
});
