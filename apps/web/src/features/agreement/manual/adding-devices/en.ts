import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Adding gateways and devices",
  blocks: [
    "A plant's data is sent by its gateway. The devices behind the gateway appear automatically once the gateway has reported them.",
    {
      picture: "add-device",
      alt: "Dialog to add a gateway or device: serial number, registration code, alias and installation date",
    },
    {
      steps: [
        "Open the plant and select **Add device**.",
        "Enter the **serial number** and the **registration code** from the label.",
        "Optionally enter an alias of letters and digits, and the installation date. Reports from before that date are rejected.",
        "Select **Add device**, then switch the gateway on and connect it to the internet.",
      ],
    },
    "The message is the same for a wrong code, an unknown serial number and a device that belongs to another plant.",
  ],
  sections: [
    {
      heading: "Devices that are not registered",
      blocks: [
        "The operator of the server keeps a register of devices. If you are allowed to register devices, tick **This serial number is not registered yet** and enter the model. **Generate code** creates a registration code for a device that has none. The code is shown once and stored only as a hash.",
      ],
    },
    {
      heading: "Importing many devices",
      blocks: [
        {
          steps: [
            "Select **Device import** in the menu, what to import and the plant, and download the **template** in one of the four languages. Any other .xlsx or .csv file with column titles works too: at most 10,000 rows and 5 MB, without formulas and merged cells.",
            "Select the file and **Continue**. Check what each column contains, and select **Check rows**. Nothing is written yet.",
            "Rows with errors are listed with the reason. **Download rows with errors**, correct them and select that file again, or import the rows without errors.",
            "The import runs in the background and can be cancelled; then nothing of it is written.",
          ],
        },
      ],
    },
    {
      heading: "Replacing, moving and removing",
      blocks: [
        "On the page of a device, **Replace** puts another device at its location, **Move** gives it another location, connection or plant, and **Remove** releases it from the plant. Each takes the time since which it holds; without one it is now.",
        "**Show what changes** lists the devices, the energy that no longer counts at the location and the alarms that end. Nothing is changed before you confirm. The past before that time stays as it is.",
      ],
    },
    {
      heading: "The first report",
      blocks: [
        "Until the first report, the plant's page shows the next of the three steps. As soon as the gateway reports, the page shows power, devices and curves.",
      ],
    },
  ],
};
