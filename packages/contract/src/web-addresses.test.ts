import { expect, test } from "vitest";
import { configurationSettings } from "./configuration.ts";
import {
  isMapTileAddress,
  isServerAddress,
  isStoreAddress,
  normalizeServerAddress,
  tileOrigin,
} from "./web-addresses.ts";

test("accepts https anywhere and http only inside a private network as a server's address [R1.15]", () => {
  const right = [
    "https://solar.example.org",
    "https://solar.example.org:8443/console/",
    "http://localhost:8080",
    "http://127.0.0.1:8080",
    "http://10.1.2.3",
    "http://172.16.0.9",
    "http://192.168.1.5:8080",
    "http://[::1]:8080",
    "http://[fd00::1]",
    "http://helio",
    "http://console.lan",
  ];
  const wrong = [
    "http://solar.example.org",
    "http://8.8.8.8",
    "http://172.32.0.1",
    "http://10.example.org",
    "http://localhost.example.org",
    "ftp://solar.example.org",
    "javascript:alert(1)",
    "//solar.example.org",
    "solar.example.org",
    "https://user:secret@solar.example.org",
    "https://solar.example.org/?a=1",
    "https://solar.example.org/#/login",
    "https://",
  ];
  expect(right.filter((address) => !isServerAddress(address))).toEqual([]);
  expect(wrong.filter(isServerAddress)).toEqual([]);
});

test("normalizes the address of a server", () => {
  for (const address of [
    "https://Solar.Example.org",
    "https://solar.example.org/",
    "https://solar.example.org:443//",
  ])
    expect(normalizeServerAddress(address)).toBe("https://solar.example.org");
  expect(normalizeServerAddress("https://a.example/console/")).toBe("https://a.example/console");
  expect(normalizeServerAddress("")).toBe("");
});

test("accepts a template of map tiles with each placeholder once, and pages of app stores", () => {
  expect(isMapTileAddress("https://tiles.example.org/{z}/{x}/{y}.png?key=a")).toBe(true);
  for (const wrong of [
    "https://t.example/{z}/{x}.png",
    "https://t.example/{z}/{x}/{y}/{y}",
    "http://t.example/{z}/{x}/{y}",
  ])
    expect(isMapTileAddress(wrong)).toBe(false);
  expect(tileOrigin("https://tiles.example.org:8443/{z}/{x}/{y}.png")).toBe("https://tiles.example.org:8443");
  expect(tileOrigin("")).toBeUndefined();
  expect(isStoreAddress("https://apps.example.org/app?id=1")).toBe(true);
  expect(isStoreAddress("market://details?id=1")).toBe(false);
});

test("has a default for every setting: a minimum of 1520 px, this server for every address [R9.3]", () => {
  expect(configurationSettings.parse({})).toEqual({
    brand: "Heliograph",
    servers: { china: "", international: "", southeastAsia: "" },
    minimumWidth: 1520,
    mapTileUrl: "",
    mapAttribution: "",
    storeLinks: { ios: "", android: "" },
    agreementVersion: "1.0",
    languages: ["zh-cn", "en", "pt", "th"],
  });
});
