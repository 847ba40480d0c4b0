import type { MeasuredField } from "@heliograph/protocol/points";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import { z } from "zod";

/** Fields of the latest measured values of a device, from the device link's table of points. */
export const measuredFields: readonly MeasuredField[] = MEASURED_VALUES.map(({ field }) => field);

/** Latest measured values of a device in the unit of their name; null when never reported. */
export const measuredValues = Object.fromEntries(
  measuredFields.map((field) => [field, z.number().nullable()]),
) as Readonly<Record<MeasuredField, z.ZodNullable<z.ZodNumber>>>;
