import type { ResizeOptions } from "sharp";
import sharp from "sharp";
import { AppError } from "../access/access.service.ts";

const MAX_PIXELS = 50_000_000;
const MIN_SIDE_PX = 32;
/** The longest side of what cameras take; few pixels can still be a line that no page can show. */
const MAX_SIDE_PX = 12_000;
const MAX_ASPECT = 10;
/** Longer sides are scaled down to this: sharp on the widest screen we lay out for. */
const MAX_STORED_SIDE_PX = 1_920;
const AVATAR_SIDE_PX = 256;
const QUALITY = 85;

// The file's own first bytes tell what it is; its name and the sender's word do not.
const signatures: ReadonlyArray<{ kind: PictureKind; matches(bytes: Buffer): boolean }> = [
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

// What was decoded is never asked for again, and a picture of 50 million pixels takes 200 MB while it is.
sharp.cache(false);
sharp.concurrency(1);
let lastOne: Promise<unknown> = Promise.resolve();

/** One picture at a time, so that many uploads at once take no more memory than one. */
function afterTheOthers<T>(action: () => Promise<T>): Promise<T> {
  const turn = lastOne.then(action);
  lastOne = turn.catch(() => undefined);
  return turn;
}

function findKind(bytes: Buffer): PictureKind | undefined {
  return signatures.find(({ matches }) => matches(bytes))?.kind;
}

const refuse = (messageKey: ConstructorParameters<typeof AppError>[1] & object) =>
  new AppError("A0700", messageKey);

/** Checks the size that the file's header names, before any pixel is decoded. */
function checkSize({ width, height }: { width: number; height: number }): void {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (longer > MAX_SIDE_PX) throw refuse({ messageKey: "file.sideTooLong", params: { max: MAX_SIDE_PX } });
  if (width * height > MAX_PIXELS)
    throw refuse({ messageKey: "file.tooManyPixels", params: { max: MAX_PIXELS / 1_000_000 } });
  if (shorter < MIN_SIDE_PX) throw refuse({ messageKey: "file.tooSmall", params: { min: MIN_SIDE_PX } });
  if (longer > shorter * MAX_ASPECT)
    throw refuse({ messageKey: "file.tooNarrow", params: { max: MAX_ASPECT } });
}

/** How a picture is stored: within the largest side as it is, or as a square cut from its middle. */
export type PictureShape = "whole" | "square";

const sizes: Record<PictureShape, ResizeOptions> = {
  whole: { width: MAX_STORED_SIDE_PX, height: MAX_STORED_SIDE_PX, fit: "inside", withoutEnlargement: true },
  square: { width: AVATAR_SIDE_PX, height: AVATAR_SIDE_PX, fit: "cover" },
};

async function reencode(bytes: Buffer, kind: PictureKind, shape: PictureShape): Promise<Picture> {
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: false, sequentialRead: true });
  const { format, width, height } = await picture.metadata();
  if (format !== kind) throw refuse({ messageKey: "file.damaged" });
  checkSize({ width, height });
  const { data, info } = await picture
    // The camera's note on which side is up goes with the rest of the metadata; the pixels must say it.
    .autoOrient()
    .resize(sizes[shape])
    // Drawings and codes keep every pixel; photographs never had them, nor does what was cut to a square.
    .webp({ quality: QUALITY, lossless: kind === "png" && shape === "whole" })
    .toBuffer({ resolveWithObject: true });
  return { content: data, contentType: "image/webp", width: info.width, height: info.height };
}

/** Takes a picture in: the kind by its content, within the limits, written anew without metadata. Throws A0700. */
export function takeInPicture(file: Uint8Array, shape: PictureShape = "whole"): Promise<Picture> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kind = findKind(bytes);
  if (kind === undefined) return Promise.reject(refuse({ messageKey: "file.pictureType" }));
  return afterTheOthers(async () => {
    try {
      return await reencode(bytes, kind, shape);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refuse({ messageKey: "file.damaged", cause: error });
    }
  });
}
