export { avoidedKg, findGridFactor, type GridFactor } from "./co2/grid-factor.ts";
export { addDays, addMonths, firstWeekStart, listDays } from "./days/calendar.ts";
export {
  dayRange,
  daysRange,
  type InstantRange,
  monthRange,
  plantDayOf,
  plantDaysOf,
  splitRange,
  yearRange,
} from "./days/local-days.ts";
export {
  type DatedZone,
  findNextZoneAt,
  type PlantZones,
  setZoneFrom,
  zoneAt,
  zoneOfDay,
} from "./days/plant-zones.ts";
export { isKnownZone, wallClock } from "./days/zone-clock.ts";
export { findCountry } from "./days/zone-country.ts";
export { listZoneOffsets, type ZoneOffset } from "./days/zone-offsets.ts";
export { energyByWindow, QUARTER_HOUR_MS, type WindowEnergy } from "./energy/energy-by-window.ts";
export { type CounterSample, MAX_STILL_MS } from "./energy/judge-readings.ts";
export { GROWTH_BOUND } from "./energy/plausible-growth.ts";
export { type PowerPoint, trapezoidCounter } from "./energy/trapezoid-counter.ts";
export {
  type ArrayOrientation,
  type ExpectedCurveInput,
  type ExpectedPoint,
  expectedCurve,
} from "./expected/expected-curve.ts";
export {
  type ExpectedPowerInput,
  expectedPowerW,
  type PowerAssumptions,
} from "./expected/expected-power.ts";
export { type Place, type Sky, skyAt } from "./expected/sky.ts";
export {
  absoluteAirMass,
  dayOfYear,
  extraterrestrialIrradiance,
  pressureAtAltitude,
  relativeAirMass,
} from "./irradiance/atmosphere.ts";
export { type ClearSkyInput, clearSkyIneichen, type Irradiance } from "./irradiance/clear-sky.ts";
export { decomposeErbs } from "./irradiance/erbs.ts";
export {
  groundReflection,
  incidenceAngle,
  type Orientation,
  type PlaneIrradiance,
  planeOfArray,
  type SunDirection,
  skyDiffuseHayDavies,
  skyDiffuseIsotropic,
} from "./irradiance/plane-of-array.ts";
export {
  cellTemperatureFaiman,
  cellTemperatureRoss,
  type ModuleWeather,
  type SapmMounting,
  sapmTemperatures,
} from "./module/cell-temperature.ts";
export {
  type Glazing,
  incidenceModifierAshrae,
  incidenceModifierMartinRuiz,
  incidenceModifierPhysical,
} from "./module/incidence-modifier.ts";
export { type ModuleConditions, moduleOperatingPoint } from "./module/module-operating-point.ts";
export { type DcInput, pvwattsAcPower, pvwattsDcPower } from "./module/pvwatts.ts";
export {
  currentAtVoltage,
  type DiodeCircuit,
  maximumPowerPoint,
  type OperatingPoint,
  openCircuitVoltage,
  shortCircuitCurrent,
} from "./module/single-diode.ts";
export { type SunCoordinates, sunCoordinates } from "./sun/sun-coordinates.ts";
export { type SunObserver, type SunPosition, sunPosition } from "./sun/sun-position.ts";
export { type SunTimes, sunriseSunset } from "./sun/sunrise-sunset.ts";
export { findDecline, type RatioOfDay } from "./units/decline.ts";
export { decideFinding, type Finding } from "./units/findings.ts";
export { judgeUnits, type UnitState, type UnitVerdict } from "./units/judge-units.ts";
export type { UnitDay } from "./units/unit-day.ts";
