/** Rounds a coordinate of a public plant to 0.1°, about 11 km. */
function roundPlace(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 10) / 10;
}

/** The approximate place of a plant. */
export const roundPlaceOf = (plant: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}) => ({
  latitude: roundPlace(plant.latitude),
  longitude: roundPlace(plant.longitude),
});
