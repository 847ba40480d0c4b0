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
      heading: "Scanning labels",
      blocks: [
        "In a browser that reads bar codes, **Scan label** beside the serial number opens the camera: hold the QR code or bar code of the label in front of it. The serial number is filled in, and the registration code if the label's code contains it. Without a camera, type or paste them.",
        "On a phone, the page of a plant has its own pages for adding and replacing devices, where one device is scanned after the other.",
      ],
    },
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
            "Rows with errors are listed with the reason and counted by it. Correct their cells there and check them again, or select **Download rows with errors**, correct them and select that file again. Rows without errors can be imported alone.",
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
    {
      heading: "Commissioning",
      blocks: [
        "**Check expected devices** beside the gateways of a plant compares what should be there with what has reported.",
        {
          steps: [
            "Select **Edit expected devices** and paste the serial numbers, one a line, or read them from an .xlsx or .csv file. Without a list, the published layout and the plant's devices are expected.",
            "**Missing** devices were not added, have not reported yet, or have no device at their place. **Unknown** ones are in the plant but not expected. **Found** ones show their signal and the values of their first report.",
            "**Create acceptance report** writes a PDF with all of it and space for signatures, in the language of the console.",
          ],
        },
      ],
    },
  ],
};
