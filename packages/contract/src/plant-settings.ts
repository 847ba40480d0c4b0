import { z } from "zod";
import { id } from "./primitives.ts";
import { isPageAddress } from "./web-addresses.ts";

/** Parts of a plant that can be hidden from participants (R6.7). */
export const plantPart = z.enum(["energy", "earnings", "layout", "devices", "alarms", "contacts"]);
export type PlantPart = z.output<typeof plantPart>;

/** Parts of a public plant that are visible to everyone. */
export const publicParts: readonly PlantPart[] = ["energy"];

/** Start page of a plant: a part of its page, or an external link. */
export const plantJump = z.enum(["overview", "physicalLayout", "logicalLayout", "devices", "address"]);

const jumpAddress = z.string().trim().max(500).refine(isPageAddress, { error: "field.pageAddress" });

export const plantSettings = z.strictObject({
  jump: plantJump,
  /** Address of the external link; shown before it opens. */
  jumpAddress: jumpAddress.optional(),
  participantSees: z
    .array(plantPart)
    .max(plantPart.options.length)
    .refine((parts) => new Set(parts).size === parts.length, { error: "field.twice" }),
  /** Whether participants may operate the plant where their invitation says so; without it none of them does. */
  participantsOperate: z.boolean(),
});
export type PlantSettings = z.output<typeof plantSettings>;

/** An external link needs its address: given here, or set before. */
export const settingsChange = plantSettings
  .partial()
  .extend({ stationId: id, jumpAddress: jumpAddress.nullable().optional() });
