import { expect, test } from "vitest";
import { formatReportBody } from "./report-body.ts";

test("a body is text where it is, base64 where it is not, and says which", () => {
  expect(formatReportBody(Buffer.from('{"v":1}'))).toEqual({ body: '{"v":1}', isBinary: false });
  expect(formatReportBody(Buffer.from("QUJD"))).toEqual({ body: "QUJD", isBinary: false });
  expect(formatReportBody(Buffer.from("\uFFFD"))).toEqual({ body: "\uFFFD", isBinary: false });
  expect(formatReportBody(Buffer.from([0xff, 0, 0x41]))).toEqual({ body: "/wBB", isBinary: true });
  expect(formatReportBody(Buffer.from([0x41, 0xe4]))).toEqual({ body: "QeQ=", isBinary: true });
});
