/** Everyone who can see the plant, also because it is public. */
export const publicRead = {
  who: "anonymous",
  accountsNeed: ["station:read"],
  scope: { kind: "plant", level: "read", by: { stationId: "stationId" } },
} as const;
/** The same, unless the plant hides its energy. */
export const energyRead = { ...publicRead, scope: { ...publicRead.scope, part: "energy" } } as const;
