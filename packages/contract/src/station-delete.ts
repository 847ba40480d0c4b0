import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { id } from "./primitives.ts";

/** Data of a deleted plant is kept for this time. */
export const DELETED_PLANT_DAYS = 30;

export const deleteStation = defineEndpoint({
  method: "POST",
  path: "/workData/powerStation/delete",
  summary: `Delete a plant: its devices are free, it is visible to no user, and its data is removed after ${DELETED_PLANT_DAYS} days`,
  access: {
    who: ["station:delete"],
    scope: { kind: "plant", level: "own", by: { stationId: "stationId" } },
  },
  /** `name`: the plant's name, typed as a confirmation. */
  body: z.strictObject({ stationId: id, name: z.string().trim().min(1).max(200) }),
  stepUp: true,
  data: z.null(),
  errors: ["A0300", "A0312", "A0400", "A0404", "A0440"],
  invalidates: "all",
});
