/** The body of a call that adds a plant: every required field, each valid. */
export const plantBody = {
  name: "Roof",
  installedCapacityKwp: 8,
  gridConnectionDate: "2024-05-01",
  timeZone: "UTC",
  currency: "EUR",
  tariff: { method: "fixed", price: "0.25" },
  personInCharge: "Ana",
  phone: "+49 30 123456",
} as const;
