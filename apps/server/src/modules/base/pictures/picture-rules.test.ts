import sharp from "sharp";
import { expect, test } from "vitest";
import { drawPicture } from "../../../../test/pictures.ts";
import { reencodePicture } from "./picture-rules.ts";

const refusalOf = (file: Uint8Array) =>
  reencodePicture(file).then(
    () => "taken",
    (error: { code: string; details: { messageKey: string } }) => `${error.code} ${error.details.messageKey}`,
  );

test("encodes PNG, JPEG and WebP again as WebP", async () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    const picture = await reencodePicture(await drawPicture({ format, width: 80, height: 40 }));
    expect(picture).toMatchObject({ contentType: "image/webp", width: 80, height: 40 });
    expect((await sharp(picture.content).metadata()).format).toBe("webp");
  }
});

test("keeps every pixel of a drawing, so that a code stays readable", async () => {
  const raw = Buffer.from(Array.from({ length: 64 * 64 }, (_, at) => ((at * 7919) % 5 < 2 ? 0 : 255)));
  const code = await sharp(raw, { raw: { width: 64, height: 64, channels: 1 } })
    .png()
    .toBuffer();
  const { content } = await reencodePicture(code);
  expect(await sharp(content).grayscale().raw().toBuffer()).toEqual(
    await sharp(code).grayscale().raw().toBuffer(),
  );
});

test("removes location and camera data, and applies the orientation", async () => {
  const photograph = await sharp(await drawPicture({ width: 90, height: 60, format: "jpeg" }))
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: "Secret camera" }, IFD3: { GPSLatitude: "31/1 18/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect(photograph.includes("Secret camera")).toBe(true);
  const picture = await reencodePicture(photograph);
  expect(Buffer.from(picture.content).includes("Secret camera")).toBe(false);
  const { exif, orientation } = await sharp(picture.content).metadata();
  expect([exif, orientation]).toEqual([undefined, undefined]);
  expect([picture.width, picture.height]).toEqual([60, 90]);
});

test("scales down pictures larger than any supported screen", async () => {
  const picture = await reencodePicture(await drawPicture({ width: 4_000, height: 1_000, format: "jpeg" }));
  expect([picture.width, picture.height]).toEqual([1_920, 480]);
});

test("refuses other file types, whatever their declared type", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  for (const file of [
    Buffer.from(svg),
    Buffer.from(`\ufeff${svg}`),
    gif,
    Buffer.from("%PDF-1.7"),
    Buffer.from("x"),
  ])
    expect(await refusalOf(file)).toBe("A0700 file.pictureType");
});

test("refuses damaged and truncated pictures", async () => {
  const whole = await drawPicture({ format: "jpeg", width: 400, height: 400 });
  expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe("A0700 file.damaged");
  const disguised = Buffer.concat([whole.subarray(0, 3), Buffer.from("<svg></svg>")]);
  expect(await refusalOf(disguised)).toBe("A0700 file.damaged");
});

test("refuses too many and too few pixels before it decodes them", async () => {
  const bomb = await drawPicture({ width: 10_000, height: 5_001 });
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await refusalOf(bomb)).toBe("A0700 file.tooManyPixels");
  expect(await refusalOf(await drawPicture({ width: 31, height: 400 }))).toBe("A0700 file.tooSmall");
});

test("refuses a side that is too long and a picture that is too narrow, at the limit and past it", async () => {
  expect(await refusalOf(await drawPicture({ width: 1_000_000, height: 40 }))).toBe("A0700 file.sideTooLong");
  expect(await refusalOf(await drawPicture({ width: 40, height: 12_001 }))).toBe("A0700 file.sideTooLong");
  expect(await refusalOf(await drawPicture({ width: 12_000, height: 1_199 }))).toBe("A0700 file.tooNarrow");
  expect(await refusalOf(await drawPicture({ width: 40, height: 401 }))).toBe("A0700 file.tooNarrow");
  expect(await refusalOf(await drawPicture({ width: 12_000, height: 1_200 }))).toBe("taken");
  expect(await refusalOf(await drawPicture({ width: 40, height: 400 }))).toBe("taken");
});
