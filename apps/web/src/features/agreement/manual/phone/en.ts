import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "On a phone and as an app",
  blocks: [
    "Sign-in, this manual, the product pages and a plant's mobile page are designed for phones. The console itself is designed for large screens.",
    { picture: "phone", alt: "A plant on a phone: power now and its units, string by string" },
    "A plant's **mobile page** shows its status, power and all units with live values, with units that need attention at the top. Search for a unit by location, alias, serial number or status. The page is intended for work on the roof; its address is `/mobile/station/layout?stationId=` followed by the plant ID.",
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
