const givenUp = new Set<string>();

/** Deletes or leaves a plant: until its tab is closed, the refusals that its pages now receive are not shown. */
export async function giveUpPlant<Result>(stationId: string, send: () => Promise<Result>): Promise<Result> {
  givenUp.add(stationId);
  try {
    return await send();
  } catch (error) {
    givenUp.delete(stationId);
    throw error;
  }
}

export const isPlantGivenUp = (stationId: string): boolean => givenUp.has(stationId);
