import { z } from "zod";
import type { Upload } from "./endpoint.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id } from "./primitives.ts";

/** Allowed uploads of pictures; the server also checks the content. */
export const pictureUpload: Upload = {
  contentTypes: ["image/png", "image/jpeg", "image/webp"],
  maxBytes: 5 * 1024 * 1024,
  typeRefusal: "file.pictureType",
};

/** Result of a request whose response is the bytes of a picture. */
export const pictureFile = z.custom<Blob>();

/** An uploaded picture; a form then refers to its id. */
export const uploadedPicture = z.object({ pictureId: id, width: z.int(), height: z.int() });

export const getPublicPicture = defineEndpoint({
  method: "GET",
  path: "/public/picture",
  summary: "A public picture, such as a contact's QR code",
  access: { who: "public", scope: { kind: "none" } },
  query: z.object({ pictureId: id }),
  data: z.null(),
  responseType: "file",
  errors: ["A0400", "A0404"],
});
