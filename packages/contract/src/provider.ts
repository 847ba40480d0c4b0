import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { pictureUpload, uploadedPicture } from "./picture.ts";
import { clearable, email, id, listOf, paragraph } from "./primitives.ts";
import { countryOrRegionCodes } from "./regions.ts";

const access = { who: ["system:provider"], scope: { kind: "platform" } } as const;
const invalidates = ["/system/provider/list", "/public/providers"];

/** A code of a country or of a larger region. */
export const countryOrRegion = z.enum(countryOrRegionCodes as [string, ...string[]]);

/** Input of a provider contact (R3.16). */
export const providerInput = z.strictObject({
  countryOrRegion,
  serviceEmail: email,
  /** Of a picture uploaded before, shown as the contact's QR code. */
  qrPictureId: id.nullable().default(null),
  text: paragraph(1_000).default(""),
});

const publicProvider = z.object({
  providerId: id,
  countryOrRegion: z.string(),
  serviceEmail: z.string(),
  qrPictureId: id.nullable(),
  text: z.string(),
});

const provider = z.object({
  ...publicProvider.shape,
  /** Position in the displayed order, from 1. */
  sortOrder: z.int(),
  /** Counts the changes; a change names the revision it is based on. */
  revision: z.int(),
});
export type Provider = z.output<typeof provider>;

export const listProviders = defineEndpoint({
  method: "GET",
  path: "/system/provider/list",
  summary: "Provider contacts in their order, for their editors",
  access,
  data: listOf(provider),
  errors: ["A0230", "A0300"],
});

export const addProvider = defineEndpoint({
  method: "POST",
  path: "/system/provider/add",
  summary: "Add a provider contact at the end",
  access,
  body: providerInput,
  data: z.object({ providerId: id }),
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates,
});

export const updateProvider = defineEndpoint({
  method: "POST",
  path: "/system/provider/update",
  summary: "Change a provider contact; a replaced picture is removed",
  access,
  body: z.strictObject({
    providerId: id,
    revision: z.int(),
    countryOrRegion: countryOrRegion.optional(),
    serviceEmail: email.optional(),
    qrPictureId: id.nullable().optional(),
    text: clearable(paragraph(1_000)),
  }),
  data: z.object({ providerId: id }),
  errors: ["A0230", "A0300", "A0400", "A0404", "A0440"],
  invalidates,
});

export const deleteProvider = defineEndpoint({
  method: "POST",
  path: "/system/provider/delete",
  summary: "Remove a provider contact and its picture",
  access,
  body: z.strictObject({ providerId: id }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0404"],
  invalidates,
});

export const sortProviders = defineEndpoint({
  method: "POST",
  path: "/system/provider/sort",
  summary: "Set the order of all provider contacts",
  access,
  body: z.strictObject({
    /** All contacts, each once. */
    providerIds: z.array(id).min(1).max(200),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400", "A0440"],
  invalidates,
});

export const uploadProviderPicture = defineEndpoint({
  method: "POST",
  path: "/system/provider/picture",
  summary: "Upload a QR code for a provider contact",
  access,
  upload: pictureUpload,
  data: uploadedPicture,
  errors: ["A0230", "A0300", "A0501", "A0700"],
  invalidates: [],
});

export const listPublicProviders = defineEndpoint({
  method: "GET",
  path: "/public/providers",
  summary: "Provider contacts by country or region, in their order",
  access: { who: "public", scope: { kind: "none" } },
  data: listOf(publicProvider),
  errors: [],
});
