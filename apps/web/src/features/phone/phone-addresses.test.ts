import { expect, it } from "vitest";
import { findPhoneAddress } from "./phone-addresses.ts";

it("finds the phone's page for home, a plant and its alarms", () => {
  expect(findPhoneAddress("/home", false)).toBe("/mobile/plants");
  expect(findPhoneAddress("/home", true)).toBe("/public-plants");
  expect(findPhoneAddress("/station/7f", false)).toBe("/mobile/station/layout?stationId=7f");
  expect(findPhoneAddress("/station/7f/alarms", false)).toBe("/mobile/station/layout?stationId=7f");
});

it("adds and replaces devices of a plant on a page of its own", () => {
  expect(findPhoneAddress("/station/7f/devices", false)).toBe("/mobile/station/devices?stationId=7f");
  expect(findPhoneAddress("/station/7f/layout/edit", false)).toBe("/mobile/station/roof?stationId=7f");
});

it("opens the roof of a plant on the whole screen, at the same moment", () => {
  expect(findPhoneAddress("/station/7f/layout", false, "?value=energy&minute=720")).toBe(
    "/mobile/station/layout?stationId=7f&roof=full&value=energy&minute=720",
  );
});

it("finds none for other pages of the console", () => {
  for (const path of ["/station/7f/members", "/control/list", "/personal-center", "/no/such/page"])
    expect(findPhoneAddress(path, false)).toBeUndefined();
});
