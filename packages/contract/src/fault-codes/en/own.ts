import type { FaultText } from "../fault-text.ts";
import type { OwnFaultName } from "../faults.ts";

export const ownTexts: Readonly<Record<OwnFaultName | "unknownCode", FaultText>> = {
  gatewayOffline: {
    name: "Gateway offline",
    cause: "The gateway has lost its power or its internet connection.",
    effect:
      "There is no live data, and a shutdown by the console does not arrive. The gateway stores its reports and sends them later.",
    remedy:
      "Check the power supply, the lights and the network connection of the gateway. Restart the router, then the gateway.",
  },
  unitOffline: {
    name: "Unit offline",
    cause:
      "The gateway receives no reports from this unit: the signal is weak, the unit has no voltage, or it has failed.",
    effect: "Its values are missing. It may still be producing.",
    remedy:
      "If many units are offline, check the gateway and the switch of the string. If it is only this one, check its connectors and replace it if needed.",
  },
  internalFault: {
    name: "Internal fault",
    cause:
      "The unit reports the operating state fault. If it gives a reason, that is another alarm of the unit.",
    effect: "The unit produces nothing, or is unreliable, until the fault is over.",
    remedy:
      "Switch the string off and on again. If the fault returns, replace the unit and keep its serial number for the manufacturer.",
  },
  zeroPower: {
    name: "No power by day",
    cause:
      "The unit reports but produces nothing although the sun is up: an open switch or connector, a blown fuse, snow or a failed unit.",
    effect: "The energy of its module or string is lost as long as this lasts.",
    remedy:
      "Check for snow or a cover, then the switch and the connectors. If there is voltage at the input but none at the output, replace the unit.",
  },
  implausibleCounter: {
    name: "Implausible energy counter",
    cause: "The energy counter rose by more than the unit can have produced.",
    effect: "This energy is not counted, and the figures of that time have a gap.",
    remedy:
      "A single event, such as after a replacement, needs no action. If it repeats, check the rated power in the console and replace the unit.",
  },
  unitDead: {
    name: "Unit produces nothing",
    cause: "On a day on which its peers produced well, this unit produced nothing or almost nothing.",
    effect: "All energy of its module or string is lost.",
    remedy:
      "Measure the voltage at the input of the unit. If there is voltage, replace the unit; if not, check connectors, cable and module.",
  },
  halfPower: {
    name: "Half power",
    cause:
      "In every hour the unit produces about half to two thirds of what its peers do: a part of the module is bypassed, or a part of the string is missing.",
    effect: "A third to half of its energy is lost. A hot spot may develop.",
    remedy:
      "Check for shade and dirt at this place. Inspect the module with a thermal camera, and replace it if a part of its voltage is missing.",
  },
  degrading: {
    name: "Declining output",
    cause:
      "Compared with its peers this unit produces less and less: dirt, growing plants, a poor contact or ageing.",
    effect: "A part of its energy is lost, and the loss grows.",
    remedy:
      "Clean the module, cut back plants and check the connectors. If the decline continues, measure the I-V curve of the module.",
  },
  voltageHigh: {
    name: "Voltage too high",
    cause: "The measured voltage is above the limit set in the console.",
    effect: "The unit is under stress and may switch itself off.",
    remedy:
      "Compare it with other units. If all are alike, check the limit; if not, check the wiring and the number of modules in series.",
  },
  voltageLow: {
    name: "Voltage too low",
    cause: "The measured voltage is below the limit set in the console.",
    effect: "The unit may produce less or stop.",
    remedy:
      "Compare it with other units. If all are alike, check the limit; if not, check for shade, dirt, bypass diodes and poor contacts.",
  },
  currentHigh: {
    name: "Current too high",
    cause: "The measured current is above the limit set in the console.",
    effect: "Cables, connectors and the unit can overheat.",
    remedy:
      "Check the wiring for short circuits and strings in parallel by mistake. If other units are alike, check the limit.",
  },
  currentLow: {
    name: "Current too low",
    cause: "The measured current is below the limit set in the console.",
    effect: "The module or string produces less than intended.",
    remedy:
      "Check for shade, snow and dirt, then fuses and connectors. If other units are alike, check the limit.",
  },
  temperatureHigh: {
    name: "Temperature too high",
    cause: "The measured temperature is above the limit set in the console.",
    effect: "The unit may reduce its power, and its life gets shorter.",
    remedy:
      "Make sure air can flow around the unit, and check its connectors for heat marks. If other units are alike, check the limit.",
  },
  temperatureLow: {
    name: "Temperature below limit",
    cause: "The measured temperature is below the limit set in the console.",
    effect: "The unit may start late. Cold modules supply a higher voltage.",
    remedy:
      "In frost no action is needed. If the reading does not match the weather, the sensor has failed: replace the unit.",
  },
  shutdownNotConfirmed: {
    name: "Shutdown not confirmed",
    cause:
      "A shutdown was commanded, but this unit did not confirm in time that its output is off: it is offline, in the dark, or its switch did not open.",
    effect: "A dangerous voltage may still be present on the string.",
    remedy: "Treat the string as live. Open the switch on site, and measure before any work.",
  },
  unknownCode: {
    name: "Unknown fault code",
    cause: "The device reported a code that is not in the catalogue, usually one of its manufacturer.",
    effect: "What it means is not known here. Compare the power of the unit with that of its peers.",
    remedy:
      "Look the code up in the manual of the device, or ask its manufacturer with the code and the serial number.",
  },
};
