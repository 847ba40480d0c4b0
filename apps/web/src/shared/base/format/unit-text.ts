const texts: Readonly<Record<string, string>> = { C: "°C", "W/m2": "W/m²" };

/** A unit of the device link as people read it. */
export const unitText = (unit: string): string => texts[unit] ?? unit;
