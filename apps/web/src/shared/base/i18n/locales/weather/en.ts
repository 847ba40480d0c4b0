export const texts = {
  weather: {
    irradiance: "Irradiance",
    temperature: "Air temperature",
    highest: "up to {{value}}",
    label: "Irradiance and air temperature on {{day}}",
  },
};
