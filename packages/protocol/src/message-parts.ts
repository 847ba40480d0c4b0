import { z } from "zod";
import { LIMITS } from "./limits.ts";

// PostgreSQL refuses U+0000 in text, and a lone surrogate has no UTF-8 form.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A short text a device sent: no control characters, well-formed Unicode. */
export function deviceText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((text) => !CONTROL.test(text) && text.isWellFormed(), "control characters are not allowed");
}

/** A list whose length is checked before its entries, so that a huge one costs nothing. */
export function list<S extends z.ZodType>(entry: S, max: number, min = 0) {
  return z.array(z.unknown()).min(min).max(max).pipe(z.array(entry));
}

/** A count from 0 up to 2^53 - 1. */
export const count = z.int().nonnegative();
/** Milliseconds: since 1970 in UTC, or since start-up while the gateway's clock is "none". */
export const instantMs = z.int().nonnegative().max(LIMITS.instantMs);
/** Every message that carries a version carries this one. */
export const version = z.literal(1);
/** 0 is the gateway itself. */
export const unitIndex = z.int().min(0).max(LIMITS.unitIndex);
/** Serial number, 4-32 of `A-Z 0-9 -`. */
export const serialNumber = z.string().regex(/^[A-Z0-9-]{4,32}$/);
/** Id of a command, a hold or a firmware job. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
/** Name of a parameter of the device model. */
export const paramName = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/);
/** What a parameter, an argument or an inventory field may hold. */
export const scalar = z.union([z.number(), deviceText(256), z.boolean(), z.null()]);
/** Fields a maker may add: their names are bound by the same rule as their texts. */
export function hasDeviceKeys(fields: object): boolean {
  return Object.keys(fields).every((key) => deviceText(64).safeParse(key).success);
}
/** From and to, both included. */
export const range = z
  .tuple([count, count])
  .refine(([from, to]) => from <= to, "a range runs from the smaller number to the larger");
/** How the gateway knows the time; with "none" it counts from start-up. */
export const clock = z.enum(["ntp", "cloud", "none"]);
/** The device types of the field: data, string and micro controller, optimizer, rapid shutdown device. */
export const unitType = z.enum(["DCON", "SCON", "MCON", "OPT", "RSD"]);

/** How the gateway knows the time. */
export type Clock = z.infer<typeof clock>;
/** Type of a device. */
export type UnitType = z.infer<typeof unitType>;
/** Value of a parameter or argument. */
export type Scalar = z.infer<typeof scalar>;
