export const texts = {
  unitCurve: {
    title: "Day curve",
    day: "Day",
    measure: "Value",
    none: "No data on this day",
    noneText: "Values appear here once the device has reported.",
    power: "Power",
    voltage: "Voltage",
    current: "Current",
    temperature: "Temperature",
    peak: "Highest {{value}} at {{time}}",
    implausible: "Implausible energy left out: {{value}}",
    input: "Input",
    output: "Output",
  },
};
