import { expect, it } from "vitest";
import { findComparedDays, findKnownDays } from "./compared-days.ts";

const march = { by: "day", fromDay: "2026-03-01", toDay: "2026-03-31" } as const;
const year = { by: "month", fromDay: "2024-01-01", toDay: "2024-12-31" } as const;

it("compares a period that is over with the whole one before", () => {
  expect(findComparedDays(march, "2026-04-01")).toEqual({
    shown: { fromDay: "2026-03-01", toDay: "2026-03-31" },
    before: { fromDay: "2026-02-01", toDay: "2026-02-28" },
  });
  expect(findComparedDays(year, "2025-01-01")?.before).toEqual({
    fromDay: "2023-01-01",
    toDay: "2023-12-31",
  });
});

it("compares the days that are over of the current period with those up to the same day", () => {
  expect(findComparedDays(march, "2026-03-11")).toEqual({
    shown: { fromDay: "2026-03-01", toDay: "2026-03-10" },
    before: { fromDay: "2026-02-01", toDay: "2026-02-10" },
  });
  expect(findComparedDays(march, "2026-03-31")?.before.toDay).toBe("2026-02-28");
  expect(findComparedDays(year, "2024-03-01")?.before.toDay).toBe("2023-02-28");
});

it("compares neither years nor a period without a day that is over", () => {
  expect(findComparedDays({ ...march, by: "year" }, "2026-04-01")).toBeUndefined();
  expect(findComparedDays(march, "2026-03-01")).toBeUndefined();
  expect(findComparedDays(march, "2026-02-20")).toBeUndefined();
});

it("compares only plants with data since the first of the days", () => {
  expect(findKnownDays(march, "2026-04-01", "2026-02-01")).toBeDefined();
  expect(findKnownDays(march, "2026-04-01", "2026-02-02")).toBeUndefined();
  expect(findKnownDays(march, "2026-04-01", null)).toBeUndefined();
});
