import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Adding gateways and devices",
  blocks: [
    "A plant's data comes through its gateway. Everything behind the gateway, strings and modules, appears by itself once the gateway has reported it.",
    {
      picture: "add-device",
      alt: "Dialog to add a gateway or device: serial number, registration code, alias and day of installation",
    },
    {
      steps: [
        "Open the plant and press **Add device**.",
        "Enter the **serial number** and the **registration code** from the label.",
        "Give it an alias of letters and digits if you like, and the day it was installed; reports from before that day are set aside.",
        "Press **Add device**, then switch the gateway on and connect it to the internet.",
      ],
    },
    "A wrong code, an unknown serial number and a device that is taken elsewhere get the same answer.",
  ],
  sections: [
    {
      heading: "A device nobody has entered",
      blocks: [
        "Devices stand in a register that the operator of the server keeps. Whoever may fill it ticks **This device is new to this server** and gives the model; **Make a code** makes a registration code for a device that has none. The code is shown once and kept only as a hash.",
      ],
    },
    {
      heading: "The first report",
      blocks: [
        "Until the first report the plant's page shows which of the three steps is next. As soon as the gateway is heard, power, units and curves stand there.",
      ],
    },
  ],
};
