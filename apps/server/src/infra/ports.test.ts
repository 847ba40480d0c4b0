import { expect, test } from "vitest";
import { formatHostPort, listenOnPort } from "./ports.ts";

function fail(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(code), { code }));
}

function listenExcept(busy: readonly number[], code = "EADDRINUSE") {
  return (port: number) => (busy.includes(port) ? fail(code) : Promise.resolve(port));
}

test("uses the next free port when the default is busy, and prints it", async () => {
  const printed: string[] = [];
  const request = { variable: "PORT", host: "127.0.0.1", port: 8080, isSet: false };
  expect(await listenOnPort(request, listenExcept([8080, 8081]), (line) => printed.push(line))).toBe(8082);
  expect(printed).toEqual(["Port 8080 is busy; using 8082 instead (set PORT to choose one)."]);
});

test("prints nothing when the requested port is free", async () => {
  const printed: string[] = [];
  const request = { variable: "PORT", host: "127.0.0.1", port: 8080, isSet: false };
  expect(await listenOnPort(request, listenExcept([]), (line) => printed.push(line))).toBe(8080);
  expect(printed).toEqual([]);
});

test.each([
  [
    "EADDRINUSE",
    "MQTT_PORT: port 80 on 10.0.0.1 is busy: stop the program that uses it, or choose another. Example: MQTT_PORT=81",
  ],
  ["EACCES", "MQTT_PORT: this user may not open port 80: choose one above 1023."],
  ["EADDRNOTAVAIL", 'HOST: "10.0.0.1" is no address of this machine. Example: HOST=127.0.0.1'],
])("uses a requested port or refuses it with a message: %s", async (code, sentence) => {
  const request = { variable: "MQTT_PORT", host: "10.0.0.1", port: 80, isSet: true };
  await expect(listenOnPort(request, listenExcept([80], code), () => {})).rejects.toThrow(sentence);
});

test.each([
  ["127.0.0.1", "127.0.0.1:80"],
  ["0.0.0.0", "localhost:80"],
  ["::", "localhost:80"],
  ["::1", "[::1]:80"],
])("an address for host %s can be opened", (host, expected) => {
  expect(formatHostPort(host, 80)).toBe(expected);
});
