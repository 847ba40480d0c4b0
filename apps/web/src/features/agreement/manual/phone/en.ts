import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "On a phone and as an app",
  blocks: [
    "After sign-in, a phone shows a **list of plants** with status and its reason, power, energy today and alarms; those that need attention come first. Search it, filter it by status, company, country or tag, sort it by name, power, energy or alarms, and tap a plant to open its mobile page. The console itself is designed for large screens: on a phone it opens with **Desktop version** in the account menu or at the bottom of a page. The browser remembers this choice, and **Phone version** at the top of the console leads back.",
    { picture: "phone", alt: "A plant on a phone: power now and its units, string by string" },
    "A plant's **mobile page** shows its status, power and energy, the curve of each day, open alarms with what to do, contacts to call, and all units with live values, with units that need attention at the top, and the **roof**: every module coloured by a value at any moment of a day. Tap a module for its values and curve, move and zoom with two fingers, or open it on the full screen. Drag a finger over a curve to read its values. Search for a unit by location, alias, serial number or status. The page is intended for work on the roof; its address is `/mobile/station/layout?stationId=` followed by the plant ID. Installers find **Add or replace devices** there, and **Modules on the roof**, where each module gets its unit: scan the label, type the serial number, or select a unit from the list; the next module without a unit follows.",
    "**Rapid shutdown** on the mobile page shuts the plant down. Its link **Drills, records and ledger**, and **Go to reset** while the plant is shut down, open the same page as the tab Safety of the console: what a shutdown would open, reset with the name of the plant and your password, holder and marks, ignition, drills, records, and ledger. A device that was opened separately is closed on its own page. **Shutdowns** in the account menu lists all plants that are shut down.",
  ],
  sections: [
    {
      heading: "Installing the app",
      blocks: [
        "The QR code on the sign-in page opens **Get the app**. There the browser installs the console directly from this server, with its own window and icon and without an app store. The address must use https.",
        "The app stores no plant data on the device. It tells you when you are offline and continues automatically when the connection is restored. After closing the app you need to sign in again, unless you stay signed in.",
      ],
    },
    {
      heading: "Reading and printing",
      blocks: [
        "**Product information** contains the datasheet, brochure, solutions and leaflet. You can print each of them and this manual.",
      ],
    },
  ],
};
