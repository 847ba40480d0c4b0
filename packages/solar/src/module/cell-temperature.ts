/** What heats and cools a module: plane irradiance W/m², ambient °C, wind m/s. */
export interface ModuleWeather {
  readonly poaWm2: number;
  readonly ambientC: number;
  readonly windMs: number;
}

/** Mounting of the SAPM model: exponents a and b (s/m), cell above module in K at 1000 W/m². */
export interface SapmMounting {
  readonly a: number;
  readonly b: number;
  readonly cellAboveModuleK: number;
}

const OPEN_RACK: SapmMounting = { a: -3.47, b: -0.0594, cellAboveModuleK: 3 };

/** Back of module and cell in °C (Sandia Array Performance Model, King 2004). */
export function sapmTemperatures(
  weather: ModuleWeather,
  mounting = OPEN_RACK,
): { readonly moduleC: number; readonly cellC: number } {
  const heating = weather.poaWm2 * Math.exp(mounting.a + mounting.b * weather.windMs);
  const moduleC = weather.ambientC + heating;
  return { moduleC, cellC: moduleC + (weather.poaWm2 / 1000) * mounting.cellAboveModuleK };
}

/** Cell temperature in °C from heat loss factors u0 (W/m²K) and u1 (W/m²K per m/s) (Faiman 2008). */
export function cellTemperatureFaiman(weather: ModuleWeather, u0 = 25, u1 = 6.84): number {
  return weather.ambientC + weather.poaWm2 / (u0 + u1 * weather.windMs);
}

/** Cell temperature in °C from the nominal operating cell temperature (Ross 1980). */
export function cellTemperatureRoss(poaWm2: number, ambientC: number, noctC: number): number {
  return ambientC + ((noctC - 20) / 800) * poaWm2;
}
