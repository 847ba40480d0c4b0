/** Rounds a coordinate of a public plant to 0.1°, about 11 km. */
export function roundPlace(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 10) / 10;
}
