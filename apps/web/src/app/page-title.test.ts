import { expect, it } from "vitest";
import { pageTitle } from "./page-title.ts";

it("shows a translated title as it is and puts the brand before a plain one [R2.4]", () => {
  expect(pageTitle({ translated: "首页" }, "Heliograph Cloud")).toBe("首页");
  expect(pageTitle({ title: "404" }, "Heliograph Cloud")).toBe("Heliograph Cloud - 404");
});
