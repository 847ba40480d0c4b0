import { expect, test } from "vitest";
import { orderReasons } from "./order-reasons.ts";

const alarm = (
  faultCode: string,
  severity: "warning" | "alarm" | "fault",
  minute: number,
  parentAlarmId: string | null = null,
) => ({ faultCode, severity, parentAlarmId, firstAt: new Date(minute * 60_000).toISOString() });
const codes = (rows: ReturnType<typeof alarm>[], status: "offline" | "fault") =>
  orderReasons(rows, status).map(({ faultCode }) => faultCode);

test("names the most severe alarm that began first, and one that no parent explains before grouped ones", () => {
  const rows = [
    alarm("late", "fault", 9),
    alarm("grouped", "fault", 1, "parent"),
    alarm("first", "fault", 2),
    alarm("old", "warning", 0),
  ];
  expect(codes(rows, "fault")).toEqual(["first", "late", "grouped", "old"]);
});

test("names what is down first where a plant is offline, and only there", () => {
  const rows = [alarm("7", "fault", 0), alarm("H101", "alarm", 5)];
  expect(codes(rows, "offline")).toEqual(["H101", "7"]);
  expect(codes(rows, "fault")).toEqual(["7", "H101"]);
});
