import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "The devices",
  blocks: [
    "The words for devices are the same in the whole console. The solution pages show how they stand together on a roof.",
    {
      terms: [
        [
          "DCON",
          "Data controller, the **gateway** of a plant. It collects what the units say, keeps it while there is no connection, and sends it on. A plant may have several.",
        ],
        ["SCON", "String controller. Measures a string, a combiner or a DC input of an inverter."],
        [
          "MCON",
          "Micro controller. Sends the keep-alive to the units of its strings, so that their switches stay closed, and measures the strings.",
        ],
        [
          "Optimizer",
          "Electronics of one module (OPT): lets it work at its best point and measures it. Microinverters count here too.",
        ],
        [
          "Shutdown switch",
          "Rapid shutdown device (RSD) of one module: opens by itself when the keep-alive stops. Its energy never counts.",
        ],
      ],
    },
  ],
  sections: [
    {
      heading: "Words beside them",
      blocks: [
        {
          terms: [
            ["Module", "The solar panel itself."],
            ["String", "Modules in series on one input."],
            ["SN", "Serial number, on the label."],
            ["Registration code", "The secret on the label that proves you hold the device."],
            ["Report", "What a gateway sends. It is acknowledged only when it is stored."],
            ["Backfilled", "Reported late: kept by the gateway while there was no connection."],
            ["kWp", "Power of the modules under test conditions, the size of a plant."],
          ],
        },
      ],
    },
  ],
};
