import { describe, expect, it } from "vitest";
import { listDueReports } from "./pace.ts";

describe("the reports of a paced run", () => {
  const due = listDueReports({ gateways: 200, intervalS: 10, seconds: 60 });

  it("are one of each gateway in every interval", () => {
    expect(due.length).toBe(1_200);
    const seventh = due.filter(({ gateway }) => gateway === 7);
    expect(seventh.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seventh.map(({ dueMs }) => dueMs)).toEqual([350, 10_350, 20_350, 30_350, 40_350, 50_350]);
  });

  it("are spread evenly over the whole run", () => {
    for (let second = 0; second < 60; second++)
      expect(due.filter(({ dueMs }) => Math.floor(dueMs / 1000) === second).length).toBe(20);
  });

  it("end with the run when it is no multiple of the interval", () => {
    const short = listDueReports({ gateways: 4, intervalS: 10, seconds: 15 });
    expect(short.map(({ dueMs }) => dueMs)).toEqual([0, 2_500, 5_000, 7_500, 10_000, 12_500]);
  });
});
