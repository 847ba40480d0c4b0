import { Suspense } from "react";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import type { WeatherPartProps } from "./weather-part.tsx";

// Few plants have sensors: code and texts are loaded for those that do.
const Part = lazyPart<WeatherPartProps>(async () => {
  const [module] = await Promise.all([import("./weather-part.tsx"), loadTexts("weather")]);
  return module.WeatherPart;
});

/** Irradiance and air temperature of a day; nothing where none was measured. */
export function Weather(props: WeatherPartProps) {
  if (props.curve.weather.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
