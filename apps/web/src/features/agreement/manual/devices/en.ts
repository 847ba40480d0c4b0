import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "The devices",
  blocks: [
    "These terms are used throughout the console. The solution pages show how the devices work together on a roof.",
    {
      terms: [
        [
          "DCON",
          "Data controller, the **gateway** of a plant. It collects the data of the units, stores it while there is no connection, and forwards it. A plant can have several gateways.",
        ],
        ["SCON", "String controller. Measures a string, a combiner or a DC input of an inverter."],
        [
          "MCON",
          "Micro controller. Sends the keep-alive to the units of its strings so that their switches stay closed, and measures the strings.",
        ],
        [
          "Optimizer",
          "Electronics of one module (OPT): runs it at its maximum power point and measures it. Microinverters are also listed here.",
        ],
        [
          "Shutdown switch",
          "Rapid shutdown device (RSD) of one module: opens automatically when the keep-alive stops. Its energy is never counted.",
        ],
      ],
    },
  ],
  sections: [
    {
      heading: "Other terms",
      blocks: [
        {
          terms: [
            ["Module", "The solar panel itself."],
            ["String", "Modules in series on one input."],
            ["SN", "Serial number, on the label."],
            ["Registration code", "The secret on the label that shows that you have the device."],
            ["Report", "What a gateway sends. It is acknowledged only after it is stored."],
            ["Backfilled", "Reported late: stored by the gateway while there was no connection."],
            ["kWp", "Peak power of the modules under standard test conditions."],
          ],
        },
      ],
    },
    {
      heading: "Parameters of an MCON",
      blocks: [
        "The page of an MCON has a tab **Parameters** with its intervals and timeouts, requested values beside reported ones with their times.",
        {
          steps: [
            "**Read from device** fetches the values that the MCON has now.",
            "**Set parameters** sends values within their ranges to this one MCON. A value counts as set only when the device has reported it; a reply that was lost shows as not confirmed.",
            "**Copy parameters** gives the values of this MCON to at most 10 other MCONs of the same model behind the same gateway, with a result for each.",
          ],
        },
      ],
    },
    {
      heading: "Controller settings",
      blocks: [
        "A gateway has its own settings there: report interval and time source. Beside them are faster reports for five minutes, **Search for units** and **Restart**.",
        "**System > Controller settings** has the parameters of the MCONs and gateways of all plants: select the device type, tick devices, then read, set or copy. Changes on more than five plants within a minute wait for a second person. A plant that is shut down refuses all of it.",
      ],
    },
  ],
};
