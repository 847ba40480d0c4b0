import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "System",
  blocks: [
    "**System** at the top is for those who run the server. Each page of it needs its own permission.",
  ],
  sections: [
    {
      heading: "Maintenance pop-ups",
      blocks: [
        "Announces that the service stops, and stops it. From the announced hour on people read a notice with both times in their own zone and language, which they may put away. From the stop to the restart all but super users see the maintenance page, with their plants on it; afterwards it is over by itself. Plants and gateways go on working meanwhile.",
        {
          picture: "maintenance",
          alt: "List of maintenance pop-ups with kind, times, state and the switch that turns each on",
        },
        {
          steps: [
            "Press **Add maintenance**, give it a name and its three times, and say whether it concerns the console or the installed app.",
            "Read in all four languages what people will read.",
            "Switch it on. You are asked once more, and told if it takes effect at once.",
          ],
        },
      ],
    },
    {
      heading: "Service contacts",
      blocks: [
        "Whom people turn to, by country or region: email, a QR code, a text. They stand on the sign-in page and in the account menu, in the order given here.",
        { picture: "providers", alt: "List of service contacts with country or region, email and order" },
      ],
    },
    {
      heading: "Logs",
      blocks: [
        "Operations, system and security log, and refused calls: who did what, when, from where and how they had signed in. Choose a period, narrow by type, object or search; press a row to see the original and the new value field by field. Export writes what fits to a CSV file. At the top stands whether the chain that seals the log is whole; a super user can have it verified at once.",
      ],
    },
    {
      heading: "Configuration",
      blocks: [
        "Product name, minimum page width, languages offered, addresses of the servers and of the apps, version of the agreement. Pages that are open follow within a minute. If somebody else has saved meanwhile, you are told and can load the newer values.",
        {
          picture: "configuration",
          alt: "Form of the configuration: product name, minimum width, servers, languages",
        },
      ],
    },
    {
      heading: "Choosing a server",
      blocks: [
        "The sign-in page lists the servers China, International and Southeast Asia, each with its address from the configuration. Choosing one opens that server's own console; accounts and plants of one server are not on the other. One without an address is marked as this server.",
        { picture: "servers", alt: "Menu at the foot of the sign-in page with the three servers" },
      ],
    },
  ],
};
