import { allEndpoints, endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { refuseLate } from "./prompt-calls.ts";

const NOW = Date.parse("2026-06-21T12:00:30Z");

function codeOf(sentAt: string | undefined, endpoint = endpoints.safety.reset): string {
  try {
    refuseLate(endpoint, sentAt, NOW);
    return "0";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

test("what closes switches must be prompt, what opens them need not", () => {
  const prompt = allEndpoints.filter(({ promptly }) => promptly).map(({ path }) => path);
  expect(prompt.toSorted()).toEqual([
    "/workData/device/close",
    "/workData/powerStation/ignite",
    "/workData/powerStation/urgentReset",
  ]);
});

test("a call that was under way for more than 30 s is refused", () => {
  expect(codeOf("2026-06-21T12:00:00.000Z")).toBe("0");
  expect(codeOf("2026-06-21T11:59:59.999Z")).toBe("A0440");
  expect(codeOf("2026-06-21T12:01:00.000Z")).toBe("0");
  expect(codeOf(undefined)).toBe("0");
  expect(codeOf("yesterday")).toBe("A0400");
});

test("a shutdown is carried out however late it arrives", () => {
  expect(codeOf("2026-06-21T11:00:00.000Z", endpoints.safety.stop as never)).toBe("0");
});
