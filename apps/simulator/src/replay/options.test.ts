import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOptions } from "./options.ts";

let dataFolder: string;
const emptyFolder = join(tmpdir(), "heliograph-no-such-folder");

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "heliograph-options-"));
  writeFileSync(
    join(dataFolder, "root-account.json"),
    '{"account":"root@heliograph.local","password":"Abcdefghjkmnpqrs"}\n',
  );
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

const read = (args: readonly string[], folder = dataFolder) =>
  readOptions(args, { folder: "/home/someone", dataFolder: folder });

describe("the command line of a replay", () => {
  it("resolves paths from the working directory, and reads the root account from the data folder", () => {
    expect(read(["strings", "/abs/a.csv"])).toEqual({
      paths: ["/home/someone/strings", "/abs/a.csv"],
      isOriginal: false,
      httpUrl: "http://127.0.0.1:8080",
      mqttUrl: "mqtt://127.0.0.1:1883",
      account: "root@heliograph.local",
      password: "Abcdefghjkmnpqrs",
    });
  });

  it("finds the ports of the server that runs on the data folder", () => {
    const side = join(dataFolder, "server.json");
    writeFileSync(side, '{"pid":1,"address":"http://127.0.0.1:8081","mqtt":"mqtt://127.0.0.1:1884"}\n');
    expect(read(["a"])).toMatchObject({ httpUrl: "http://127.0.0.1:8081", mqttUrl: "mqtt://127.0.0.1:1884" });
    rmSync(side);
  });

  it("assumes another server's device link on the same host", () => {
    expect(read(["a", "--url", "https://solar.example.org/", "--original"])).toMatchObject({
      isOriginal: true,
      httpUrl: "https://solar.example.org",
      mqttUrl: "mqtt://solar.example.org:1883",
    });
    const mqttUrl = "mqtts://link.example.org:8883";
    expect(read(["a", "--mqtt", mqttUrl])).toMatchObject({ mqttUrl });
  });

  it("needs no file when account and password are given", () => {
    const given = ["a", "--account", "someone@example.org", "--password", "their-password"];
    expect(read(given, emptyFolder)).toMatchObject({
      account: "someone@example.org",
      password: "their-password",
    });
  });

  it("ignores other options with help", () => {
    expect(read(["--help"], emptyFolder)).toBeUndefined();
  });

  it.each([
    [["a"], /There is no root account in .*root-account\.json: set HELIOGRAPH_DATA/],
    [["a", "--password", "only-this"], /There is no root account/],
    [[], /Name the files or folders to replay\./],
    [["a", "--url", "ftp://x"], /--url ftp:\/\/x is no address/],
    [["a", "--mqtt", "localhost"], /--mqtt localhost is no address that starts with mqtt:\/\/ or mqtts:\/\//],
    [["a", "--unknown"], /Unknown option '--unknown'/],
  ])("refuses %j with a sentence", (args, sentence) => {
    expect(() => read(args, emptyFolder)).toThrow(sentence);
  });

  it("names the damaged file of the data folder", () => {
    const damaged = mkdtempSync(join(tmpdir(), "heliograph-options-"));
    writeFileSync(join(damaged, "root-account.json"), "{");
    expect(() => read(["a"], damaged)).toThrow(/root-account\.json cannot be read: /);
    rmSync(damaged, { recursive: true });
  });
});
