import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "On a phone, and as an app",
  blocks: [
    "Sign-in, this manual, the pages about the product and a plant's phone page fit a phone. The console itself is made for wide screens.",
    { picture: "phone", alt: "A plant on a phone: power now and its units, string by string" },
    "A plant's **phone page** shows its state, power and every unit with live values, with what needs attention on top, and finds a unit by place, alias, serial number or status. It is meant for whoever stands on the roof; its address is `/mobile/station/layout?stationId=` and the plant's id.",
  ],
  sections: [
    {
      heading: "Installing the app",
      blocks: [
        "The QR code on the sign-in page leads to **Get the app**. There the browser installs the console from this very server: a window and an icon of its own, no store. It needs an address with https.",
        "The app keeps no data of plants on the device. Without a connection it says so, and it opens again by itself when the connection is back. When it is closed you sign in again.",
      ],
    },
    {
      heading: "To read and to print",
      blocks: [
        "**About the product** gathers datasheet, brochure, solutions and leaflet; each of them, and this manual, can be printed.",
      ],
    },
  ],
};
