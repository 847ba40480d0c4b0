import { z } from "zod";
import { deviceType } from "./device.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { clearable, id, instant, line, listOf, paging, paragraph } from "./primitives.ts";

/** Largest firmware file. */
export const MAX_FIRMWARE_BYTES = 64 * 1024 * 1024;
/** Bytes of each part of an upload but the last. A part is small enough to arrive in time over a slow connection. */
export const FIRMWARE_PART_BYTES = 1024 * 1024;

/** R6.2: `external` is visible to everyone who may view firmware, `internal` needs a permission of its own. */
export const firmwarePermission = z.enum(["external", "internal"]);
export type FirmwarePermission = z.output<typeof firmwarePermission>;

const releaseNotes = paragraph(4_000);

/** R3.12, and what a device is sent of it. */
const firmware = z.object({
  firmwareId: id,
  /** File name after the naming standard. */
  name: z.string(),
  /** Version number, `2.4.1`. */
  version: z.string(),
  type: deviceType,
  model: z.string(),
  /** Hardware version it is for, `1.2`. */
  hardware: z.string(),
  sizeBytes: z.int(),
  /** Name of the account that published it. */
  publisher: z.string(),
  uploadedAt: instant,
  permission: firmwarePermission,
  releaseNotes: z.string(),
  /** Of the content, in hexadecimal. */
  sha256: z.string(),
  /** Ed25519, in base64, of the statement of name, size and SHA-256. */
  signature: z.string(),
  /** Name of the key that signed it. */
  signedBy: z.string(),
  /** Counts the changes; a change names the revision it is based on. */
  revision: z.int(),
});
export type Firmware = z.output<typeof firmware>;

const listPath = "/system/firmware/list";
const read = { who: ["firmware:read"], scope: { kind: "none" } } as const;
const publish = { who: ["firmware:upload"], scope: { kind: "platform" } } as const;

export const listFirmware = defineEndpoint({
  method: "GET",
  path: listPath,
  summary: "Firmware: external, and internal for accounts with the permission for it",
  access: read,
  query: z.object({
    ...paging,
    sort: z
      .enum(["name", "version", "type", "sizeBytes", "publisher", "uploadedAt", "permission"])
      .default("uploadedAt"),
    search: line(80).optional(),
    type: deviceType.optional(),
    permission: firmwarePermission.optional(),
  }),
  data: listOf(firmware),
  errors: ["A0230", "A0300", "A0400"],
});

export const downloadFirmware = defineEndpoint({
  method: "GET",
  path: "/system/firmware/download",
  summary: "The file of a firmware; continues an interrupted download by a range (Range, If-Range, ETag)",
  access: read,
  query: z.object({ firmwareId: id }),
  data: z.custom<Blob>(),
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
  cache: "bypass",
});

export const uploadFirmware = defineEndpoint({
  method: "POST",
  path: "/system/firmware/upload",
  summary: "Begin the upload of a firmware file; its parts follow",
  access: publish,
  body: z.strictObject({
    /** Follows the naming standard, `MCON_MC200_HW1.2_V2.4.1.bin`. */
    fileName: z.string().max(255),
    sizeBytes: z.int().min(0),
  }),
  data: z.object({
    fileId: id,
    /** Number of parts, and the bytes of each but the last. */
    parts: z.int(),
    partBytes: z.int(),
    type: deviceType,
    version: z.string(),
  }),
  errors: ["A0230", "A0300", "A0400", "A0700", "A0710"],
  invalidates: [],
});

export const uploadFirmwarePart = defineEndpoint({
  method: "POST",
  path: "/system/firmware/uploadPart",
  summary: "Upload a part of a firmware file; a part that is sent again replaces the earlier one",
  access: publish,
  query: z.object({
    fileId: id,
    /** From 0. */
    part: z.coerce.number<number>().int().min(0).max(1_000),
  }),
  upload: {
    contentTypes: ["application/octet-stream"],
    maxBytes: FIRMWARE_PART_BYTES,
    typeRefusal: "file.firmwareType",
  },
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0700"],
  invalidates: [],
});

export const publishFirmware = defineEndpoint({
  method: "POST",
  path: "/system/firmware/publish",
  summary: "Publish an uploaded firmware file, once its signature, hash, name, type and version are verified",
  access: publish,
  stepUp: true,
  body: z.strictObject({
    fileId: id,
    type: deviceType,
    version: z
      .string()
      .trim()
      .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, { error: "field.firmwareVersion" satisfies MessageKey }),
    /** Content of the signature file. */
    signature: paragraph(1_000).default(""),
    permission: firmwarePermission,
    releaseNotes: releaseNotes.default(""),
  }),
  data: z.object({ firmwareId: id }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440", "A0700", "A0710"],
  invalidates: [listPath],
});

export const updateFirmware = defineEndpoint({
  method: "POST",
  path: "/system/firmware/update",
  summary: "Change the release notes and the permission of a firmware",
  access: publish,
  stepUp: true,
  body: z.strictObject({
    firmwareId: id,
    revision: z.int().min(1),
    permission: firmwarePermission.optional(),
    releaseNotes: clearable(releaseNotes),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath],
});

export const deleteFirmware = defineEndpoint({
  method: "POST",
  path: "/system/firmware/delete",
  summary: "Delete a firmware and its file",
  access: publish,
  body: z.strictObject({ firmwareId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates: [listPath],
});
