import { expect, it } from "vitest";
import { checkWebLayers } from "./web-layers.ts";

const shared = "apps/web/src/shared";

/** Messages for a file of shared with one line of code. */
const check = (file: string, code: string): string[] =>
  checkWebLayers(new Map([[`${shared}/${file}`, code]])).map(({ message }) => message);

it.each([
  ["its own layer", "api/queries.ts", 'import { call } from "./api.ts";'],
  ["an earlier layer", "api/api.ts", 'import { sessionStore } from "../session/current-session.ts";'],
  ["a package", "base/i18n/i18n.ts", 'import i18next from "i18next";'],
])("accepts an import of %s", (_what, file, code) => {
  expect(check(file, code)).toEqual([]);
});

it.each([
  ["a value", 'import { call } from "../api/api.ts";'],
  ["a type", 'import type { Answer } from "../api/request.ts";'],
  ["a lazy part", 'const load = () => import("../ui/dialog/dialog.tsx");'],
])("refuses an import of %s from a later layer", (_what, code) => {
  expect(check("session/access-token.ts", code)).toEqual([expect.stringContaining("the order of layers")]);
});

it("refuses a folder that is no layer", () => {
  expect(check("helpers/a.ts", "")).toEqual([expect.stringContaining("in no layer")]);
});

it("leaves features and the app alone", () => {
  const file = "apps/web/src/features/home/home-page.tsx";
  expect(checkWebLayers(new Map([[file, 'import { call } from "../../shared/api/api.ts";']]))).toEqual([]);
});
