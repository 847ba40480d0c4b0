import type { ResizeOptions } from "sharp";
import sharp from "sharp";
import { AppError } from "../../../errors.ts";

const MAX_PIXELS = 50_000_000;
const MIN_SIDE_PX = 32;
/** Longer than any camera picture; a picture of few pixels may still be too long to show. */
const MAX_SIDE_PX = 12_000;
const MAX_ASPECT = 10;
/** Longer sides are scaled down to this, which is sharp on the widest supported screen. */
const MAX_STORED_SIDE_PX = 1_920;
const AVATAR_SIDE_PX = 256;
const QUALITY = 85;

// The first bytes of a file identify its type; its name and declared type are not trusted.
const SIGNATURES: ReadonlyArray<{ kind: PictureKind; matches(bytes: Buffer): boolean }> = [
  { kind: "png", matches: (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" },
  { kind: "jpeg", matches: (bytes) => bytes.subarray(0, 3).toString("latin1") === "\xff\xd8\xff" },
  {
    kind: "webp",
    matches: (bytes) =>
      bytes.subarray(0, 4).toString("latin1") === "RIFF" &&
      bytes.subarray(8, 12).toString("latin1") === "WEBP",
  },
];

type PictureKind = "png" | "jpeg" | "webp";

export interface Picture {
  readonly content: Uint8Array;
  readonly contentType: "image/webp";
  readonly width: number;
  readonly height: number;
}

// Decoded pictures are never needed again, and one of 50 million pixels takes 200 MB.
sharp.cache(false);
sharp.concurrency(1);
let lastTurn: Promise<unknown> = Promise.resolve();

/** Processes one picture at a time, so that concurrent uploads need no more memory than one. */
function runInTurn<T>(action: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(action);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

function findKind(bytes: Buffer): PictureKind | undefined {
  return SIGNATURES.find(({ matches }) => matches(bytes))?.kind;
}

const refuse = (messageKey: ConstructorParameters<typeof AppError>[1] & object) =>
  new AppError("A0700", messageKey);

/** Checks the size in the file's header before any pixel is decoded. */
function checkSize({ width, height }: { width: number; height: number }): void {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (longer > MAX_SIDE_PX) throw refuse({ messageKey: "file.sideTooLong", params: { max: MAX_SIDE_PX } });
  if (width * height > MAX_PIXELS)
    throw refuse({ messageKey: "file.tooManyPixels", params: { max: MAX_PIXELS / 1_000_000 } });
  if (shorter < MIN_SIDE_PX) throw refuse({ messageKey: "file.tooSmall", params: { min: MIN_SIDE_PX } });
  if (longer > shorter * MAX_ASPECT)
    throw refuse({ messageKey: "file.tooNarrow", params: { max: MAX_ASPECT } });
}

/** How a picture is stored: whole, within the maximum size, or cropped to a square. */
export type PictureShape = "whole" | "square";

const SIZES: Record<PictureShape, ResizeOptions> = {
  whole: { width: MAX_STORED_SIDE_PX, height: MAX_STORED_SIDE_PX, fit: "inside", withoutEnlargement: true },
  square: { width: AVATAR_SIDE_PX, height: AVATAR_SIDE_PX, fit: "cover" },
};

async function reencode(bytes: Buffer, kind: PictureKind, shape: PictureShape): Promise<Picture> {
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: false, sequentialRead: true });
  const { format, width, height } = await picture.metadata();
  if (format !== kind) throw refuse({ messageKey: "file.damaged" });
  checkSize({ width, height });
  const { data, info } = await picture
    // The orientation is removed with the other metadata, so it is applied to the pixels.
    .autoOrient()
    .resize(SIZES[shape])
    // Drawings and codes are stored without loss; photographs and squares are not.
    .webp({ quality: QUALITY, lossless: kind === "png" && shape === "whole" })
    .toBuffer({ resolveWithObject: true });
  return { content: data, contentType: "image/webp", width: info.width, height: info.height };
}

/** Sharp at twice the size it has in a list. */
const THUMBNAIL_SIDE_PX = 96;

/** A stored picture as a small square. */
export const createThumbnail = (content: Uint8Array): Promise<Uint8Array> =>
  runInTurn(() =>
    sharp(content)
      .resize(THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX, { fit: "cover" })
      .webp({ quality: QUALITY })
      .toBuffer(),
  );

/** A stored picture for a document, which takes no WebP; white where it is transparent. */
export const toJpeg = (content: Uint8Array): Promise<Uint8Array> =>
  runInTurn(() => sharp(content).flatten({ background: "#ffffff" }).jpeg({ quality: QUALITY }).toBuffer());

/** Checks the type by content and the limits, and encodes the picture again without metadata. Throws A0700. */
export function reencodePicture(file: Uint8Array, shape: PictureShape = "whole"): Promise<Picture> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kind = findKind(bytes);
  if (kind === undefined) return Promise.reject(refuse({ messageKey: "file.pictureType" }));
  return runInTurn(async () => {
    try {
      return await reencode(bytes, kind, shape);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refuse({ messageKey: "file.damaged", cause: error });
    }
  });
}
