import type { EventCodeName } from "@heliograph/protocol/device-codes";
import type { FaultText } from "../fault-text.ts";

export const eventTexts: Readonly<Record<EventCodeName, FaultText>> = {
  groundFault: {
    name: "Ground fault",
    cause:
      "Current flows from a live conductor to earth, usually through damaged insulation, a wet connector or a pinched cable.",
    effect:
      "Frames and mounting rails can carry a dangerous voltage. The unit or inverter may stop the string.",
    remedy:
      "Do not touch frames or cables. De-energize the string, measure the insulation of each conductor to earth, and replace the damaged part.",
  },
  inputOverVoltage: {
    name: "Input overvoltage",
    cause:
      "The module or string supplies more voltage than the unit accepts, often because too many modules are in series or it is very cold.",
    effect: "The unit protects itself and may stop producing. A lasting overvoltage destroys its input.",
    remedy:
      "Measure the open-circuit voltage and compare it with the rating of the unit. Shorten the string or fit a unit with a higher rating.",
  },
  acDisconnect: {
    name: "AC side disconnected",
    cause: "The AC breaker, switch or connector of the inverter is open.",
    effect: "The inverter does not feed in; the energy of its modules is lost.",
    remedy: "Check the AC breaker and the connectors. Close them only when you know why they were open.",
  },
  dcDisconnect: {
    name: "DC side disconnected",
    cause: "The DC switch, a connector or the switch inside the unit is open.",
    effect: "The unit delivers no power until the circuit is closed.",
    remedy:
      "Check whether someone opened it on purpose. If not, check the DC switch, the fuses and the connectors with the string de-energized.",
  },
  gridDisconnect: {
    name: "Disconnected from the grid",
    cause: "The grid has failed, or its voltage or frequency is outside the permitted range.",
    effect:
      "The inverter has stopped. It restarts automatically when the grid has been stable for the prescribed time.",
    remedy:
      "Check whether the building has power. If it does, check the main breaker and measure the voltage at the inverter.",
  },
  cabinetOpen: {
    name: "Enclosure open",
    cause: "The contact of a combiner box, gateway or inverter reports an open cover.",
    effect: "Production continues, but live parts may be exposed and water can get in.",
    remedy: "Close and lock the enclosure. If it is closed already, check the contact and its wiring.",
  },
  manualShutdown: {
    name: "Shut down manually",
    cause: "The unit was switched off at the device, at an emergency switch or by a command.",
    effect: "The unit delivers no power until it is switched on again.",
    remedy: "Find out who switched it off and why. Switch it on again when the work on site is finished.",
  },
  overTemperature: {
    name: "Overtemperature",
    cause:
      "The unit is too hot, usually because of poor ventilation, direct sun or a loose connection that heats up.",
    effect: "The unit reduces its power or stops until it has cooled down. Lasting heat shortens its life.",
    remedy:
      "Remove leaves and dirt, and make sure air can flow around the unit. When it has cooled down, check the connectors for heat marks.",
  },
  overFrequency: {
    name: "Grid frequency too high",
    cause: "The frequency of the grid is above the permitted range.",
    effect: "The inverter reduces its power or disconnects, and returns automatically.",
    remedy:
      "A single event needs no action. If it repeats, check the grid code set in the inverter and contact the grid operator.",
  },
  underFrequency: {
    name: "Grid frequency too low",
    cause:
      "The frequency of the grid is below the permitted range, often because of a generator or an overloaded grid.",
    effect: "The inverter disconnects and returns automatically.",
    remedy:
      "A single event needs no action. If it repeats, check the grid code and any backup generator, and contact the grid operator.",
  },
  acOverVoltage: {
    name: "AC overvoltage",
    cause:
      "The voltage at the AC terminals of the inverter is too high, often because of a long or thin cable to the meter.",
    effect: "The inverter disconnects, usually in the sunniest hours, and returns automatically.",
    remedy:
      "At full power, compare the voltage at the inverter with that at the meter. If they differ by much, fit a thicker cable; otherwise contact the grid operator.",
  },
  acUnderVoltage: {
    name: "AC undervoltage",
    cause:
      "The voltage at the AC terminals of the inverter is too low: a grid fault, a missing phase or a loose terminal.",
    effect: "The inverter disconnects and returns automatically when the voltage is normal.",
    remedy:
      "Measure every phase at the inverter, and tighten the terminals with the power off. If the grid itself is low, contact the grid operator.",
  },
  blownFuse: {
    name: "Blown fuse",
    cause:
      "The fuse of a string or input has blown after a short circuit or reverse current, or because of its age.",
    effect: "The string behind this fuse delivers nothing. Other strings continue.",
    remedy:
      "De-energize the string and check modules and cables for a short circuit. Then replace the fuse with one of the same rating.",
  },
  underTemperature: {
    name: "Temperature too low",
    cause: "The unit is colder than its permitted range.",
    effect: "The unit waits or works with reduced power until it is warmer.",
    remedy:
      "In hard frost no action is needed. If the reading does not match the weather, the sensor has failed: replace the unit.",
  },
  memoryLoss: {
    name: "Memory loss",
    cause: "The unit has lost stored settings or counters after a power failure or a memory fault.",
    effect: "Its energy counter may restart, and its parameters may have factory values again.",
    remedy:
      "Compare the parameters of the unit with the intended ones and set them again. Replace the unit if this repeats.",
  },
  arcDetection: {
    name: "Arc detected",
    cause: "The unit has detected an electric arc, usually at a loose or damaged DC connector or cable.",
    effect: "There is a risk of fire. The unit or inverter switches the string off.",
    remedy:
      "Do not switch the string on again. Check all its connectors and cables for loose contacts and burn marks, and replace what is damaged first.",
  },
  theftDetection: {
    name: "Possible theft",
    cause: "The unit reports that its module or cable was removed.",
    effect: "The module delivers nothing, and more modules may be at risk.",
    remedy:
      "Check the site or call a security service. If the module was removed for maintenance, clear the alarm after the work.",
  },
  outputOverCurrent: {
    name: "Output overcurrent",
    cause:
      "More current flows at the output of the unit than permitted, because of a short circuit or wrong wiring.",
    effect: "The unit limits its power or switches off to protect itself.",
    remedy:
      "De-energize the string and check its wiring and polarity. Replace the unit if the wiring is correct.",
  },
  outputOverVoltage: {
    name: "Output overvoltage",
    cause:
      "The voltage at the output of the unit is too high, often because the string is interrupted or too short.",
    effect: "The unit limits its output or stops, and energy is lost.",
    remedy:
      "Check that the inverter runs and that the string is not interrupted. Compare the number of units in the string with the design.",
  },
  outputUnderVoltage: {
    name: "Output undervoltage",
    cause:
      "The voltage at the output of the unit is too low because of shade, a short circuit or too few modules in the string.",
    effect: "The inverter may not start, or works below its best range.",
    remedy:
      "Check for shade and dirt. Then measure the voltage of the string and compare it with the design.",
  },
  testFailed: {
    name: "Self-test failed",
    cause: "The self-test of the unit has found a fault in its own hardware.",
    effect: "The unit does not start, or its protective functions may not work.",
    remedy: "Switch the unit off and on once. If the test fails again, replace the unit.",
  },
  inputUnderVoltage: {
    name: "Input undervoltage",
    cause:
      "The module or string supplies too little voltage: shade, snow, a failed bypass diode or a poor contact.",
    effect: "The unit produces little or nothing.",
    remedy:
      "Remove snow and dirt, and check for shade. Replace a module whose open-circuit voltage stays low in the sun.",
  },
  inputOverCurrent: {
    name: "Input overcurrent",
    cause:
      "The module or string supplies more current than the unit accepts, because of strings in parallel or modules that are too large.",
    effect: "The unit limits its power, and energy is lost in strong sun.",
    remedy:
      "Compare the short-circuit current of the modules with the rating of the unit, and check how the strings are connected.",
  },
};
