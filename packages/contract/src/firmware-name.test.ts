import { expect, test } from "vitest";
import { formatSignatureFile, parseFirmwareName, parseSignatureFile } from "./firmware-name.ts";

test("reads type, model, hardware and version from a name of the naming standard", () => {
  expect(parseFirmwareName("MCON_MC200_HW1.2_V2.4.1.bin")).toEqual({
    type: "MCON",
    model: "MC200",
    hardware: "1.2",
    version: "2.4.1",
  });
  expect(parseFirmwareName("OPT_MX-600_HW0.10_V10.0.99999.bin")).toMatchObject({ model: "MX-600" });
});

test.each([
  "",
  "firmware.bin",
  "MCON_MC200_HW1.2_V2.4.1",
  "MCON_MC200_HW1.2_V2.4.1.hex",
  "mcon_MC200_HW1.2_V2.4.1.bin",
  "INV_MC200_HW1.2_V2.4.1.bin",
  "MCON__HW1.2_V2.4.1.bin",
  "MCON_MC200_HW1_V2.4.1.bin",
  "MCON_MC200_HW1.2_V2.4.bin",
  "MCON_MC200_HW1.2_V2.4.01.bin",
  "MCON_MC200_HW1.2_V2.4.100000.bin",
  "MCON_MC 200_HW1.2_V2.4.1.bin",
  "../MCON_MC200_HW1.2_V2.4.1.bin",
  "MCON_MC200_HW1.2_V2.4.1.bin\n",
])("does not read the name %j", (name) => {
  expect(parseFirmwareName(name)).toBeUndefined();
});

const file = { name: "MCON_MC200_HW1.2_V2.4.1.bin", sizeBytes: 12, sha256: "a".repeat(64) };
const signature = `${"A".repeat(86)}==`;

test("reads a signature file as it was written, also with the line ends of Windows", () => {
  const text = formatSignatureFile(file, signature);
  expect(parseSignatureFile(text)).toEqual({ file, signature });
  expect(parseSignatureFile(text.replaceAll("\n", "\r\n"))).toEqual({ file, signature });
});

test.each([
  "",
  signature,
  formatSignatureFile(file, "A"),
  formatSignatureFile({ ...file, sha256: "a" }, signature),
  formatSignatureFile({ ...file, sizeBytes: 0 }, signature),
  `${formatSignatureFile(file, signature)}more`,
])("does not read %j as a signature file", (text) => {
  expect(parseSignatureFile(text)).toBeUndefined();
});
