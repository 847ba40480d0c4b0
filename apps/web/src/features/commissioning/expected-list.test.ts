import { expect, test } from "vitest";
import { readExpected, writeExpected } from "./expected-list.ts";

test("reads one serial number a line, in upper case, with its place after a separator", () => {
  const { devices, problems } = readExpected(
    " op-1001 \nOP-1002\tRow 1\r\n\nOP-1003; Row 2\nOP-1004,Row 3",
    40,
  );
  expect(problems).toEqual([]);
  expect(devices).toEqual([
    { sn: "OP-1001", place: "" },
    { sn: "OP-1002", place: "Row 1" },
    { sn: "OP-1003", place: "Row 2" },
    { sn: "OP-1004", place: "Row 3" },
  ]);
  expect(readExpected(writeExpected(devices), 40).devices).toEqual(devices);
});

test("names the line of each serial number that is malformed or repeated, and of a place that is too long", () => {
  expect(readExpected("OP-1\nOP_1\nOP-1\n\nOP-2\tmuch too long", 5)).toEqual({
    devices: [{ sn: "OP-1", place: "" }],
    problems: [
      { line: 2, kind: "format", text: "OP_1" },
      { line: 3, kind: "repeated", text: "OP-1" },
      { line: 5, kind: "place", text: "OP-2" },
    ],
  });
});
