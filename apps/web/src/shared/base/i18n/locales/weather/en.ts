export const texts = {
  weather: {
    irradiance: "Irradiance",
    temperature: "Air temperature",
    highest: "up to {{value}}",
    label: "Irradiance and air temperature on {{day}}",
  },
  placeNote: {
    missing: "No coordinate data: expected power and sunrise cannot be calculated.",
    contradiction:
      "Coordinates and time zone do not match: in {{timeZone}} the sun is highest at {{time}}. Days and power curves are shifted.",
    zone: "The time zone at these coordinates is {{zone}}.",
    edit: "Edit location",
  },
};
