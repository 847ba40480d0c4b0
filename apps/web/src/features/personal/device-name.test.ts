import { expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

it("names browser and system of a user agent", () => {
  const name = (system: string, rest: string) =>
    deviceName(`Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`);
  expect(name("Windows NT 10.0; Win64; x64", "Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0")).toBe(
    "Edge, Windows",
  );
  expect(name("X11; Linux x86_64", "Chrome/141.0.0.0 Safari/537.36")).toBe("Chrome, Linux");
  expect(name("Linux; Android 15; Pixel 9", "Chrome/141.0.0.0 Mobile Safari/537.36")).toBe("Chrome, Android");
  expect(name("iPhone; CPU iPhone OS 18_0 like Mac OS X", "Version/18.0 Mobile/15E148 Safari/604.1")).toBe(
    "Safari, iPhone",
  );
  expect(name("Macintosh; Intel Mac OS X 10.15; rv:143.0", "Gecko/20100101 Firefox/143.0")).toBe(
    "Firefox, macOS",
  );
});

it("names nothing where a program names itself", () => {
  expect(deviceName("curl/8.5.0")).toBeUndefined();
  expect(deviceName("")).toBeUndefined();
});
