import { expect, test } from "vitest";
import { readLabel } from "./read-label.ts";

const both = { sn: "OP-0001", registrationCode: "ABCDEFGHIJKLMNOP" };

test.each([
  "SN:OP-0001;RC:ABCDEFGHIJKLMNOP",
  "sn=op-0001&code=abcdefghijklmnop",
  "https://maker.example/d?sn=OP-0001&rc=ABCDEFGHIJKLMNOP",
  "Serial number: OP-0001\nRegistration code: ABCD-EFGH-IJKL-MNOP",
  "OP-0001 ABCDEFGHIJKLMNOP",
  "OP-0001,ABCDEFGHIJKLMNOP",
])("reads serial number and code of %j", (text) => {
  expect(readLabel(text)).toEqual(both);
});

test.each(["OP-0001", " op-0001 ", "SN:OP-0001", "SN:OP-0001;RC:too short"])(
  "reads the serial number of %j",
  (text) => {
    expect(readLabel(text)).toEqual({ sn: "OP-0001" });
  },
);

test.each(["", "abc", "https://maker.example/", "three short words", "SN:?;RC:ABCDEFGHIJKLMNOP"])(
  "ignores %j",
  (text) => {
    expect(readLabel(text)).toBeUndefined();
  },
);
