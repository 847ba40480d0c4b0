import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { pictureFile, pictureUpload, uploadedPicture } from "./picture.ts";
import { id } from "./primitives.ts";

export const getStationPicture = defineEndpoint({
  method: "GET",
  path: "/workData/powerStation/picture",
  summary: "The picture of a plant; a new one has a new id",
  access: {
    who: ["station:read"],
    scope: { kind: "plant", level: "read", by: { stationId: "stationId" } },
  },
  query: z.object({
    stationId: id,
    plantPictureId: id,
    /** `small`: a square of 96 px for lists. */
    size: z.enum(["full", "small"]).default("full"),
  }),
  data: pictureFile,
  responseType: "file",
  errors: ["A0230", "A0300", "A0400", "A0404"],
});

export const uploadStationPicture = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/picture",
  summary: "Upload a picture for a plant; it is in use once a plant is saved with its id",
  access: { who: ["station:add", "station:edit"], scope: { kind: "none" } },
  upload: pictureUpload,
  data: uploadedPicture,
  errors: ["A0230", "A0300", "A0501", "A0700"],
  invalidates: [],
});
