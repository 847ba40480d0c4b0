import type { Chapter } from "../document.ts";

export const agreement: Chapter = {
  title: "User agreement",
  blocks: [
    "In short: the operator of this server gives you an account and looks after the data; you use it for plants you are entitled to, and never as your only means of making a plant safe. The rest says the same with care. Where the law of your country gives you more, the law holds.",
  ],
  sections: [
    {
      heading: "Between whom",
      blocks: [
        "This agreement is between you and the **operator**: the company or person who runs this server and gave you your account, or who opened registration. The people who write Heliograph are no party to it; they give the software to everyone under the licence named below.",
        "Whoever uses the console for a company makes sure that the company agrees.",
      ],
    },
    {
      heading: "What the product does",
      blocks: [
        "Heliograph receives reports of gateways on solar plants, stores them, and shows power, energy, states and alarms of plants, strings and modules. It keeps a register of devices and an account for each person. The user manual beside this page describes what the version you are using can do; what does not stand there is not promised.",
        "Figures are for supervision. Each energy figure says how much of it was measured, arrived late or is estimated. They are not readings of a calibrated meter and no invoice; money is computed from the prices entered for the plant.",
      ],
    },
    {
      heading: "Duties of the operator",
      blocks: [
        {
          list: [
            "To run the server with care: current versions, encrypted connections, backups, access for few.",
            "To announce maintenance in the console beforehand where that is possible, with the time of stop and return.",
            "To enter devices only for those who may have them, and to keep registration codes secret.",
            "To read plant and personal data only as far as running the service, helping you or the law requires.",
            "To answer your requests about your data, and to tell you soon if somebody got at it who should not have.",
          ],
        },
      ],
    },
    {
      heading: "Your duties",
      blocks: [
        {
          list: [
            "To give true contact details, and to keep your password to yourself. What is done with your account counts as done by you until you report its loss.",
            "To add only plants and devices that are yours or that you were asked to look after.",
            "To let only qualified people work on a plant, whatever the console shows. A module in the light is live, also when a screen says otherwise.",
            "To tell the people on site before a command that changes how their plant runs.",
            "Not to go around limits, not to try other people's accounts or devices, not to load the server beyond normal use.",
          ],
        },
      ],
    },
    {
      heading: "Rapid shutdown is no emergency device here",
      blocks: [
        {
          note: "Anything this console shows or sends about opening units is a **convenience stop**. It is not the initiator that NEC 690.12 or a similar rule requires: that is a switch on site, within reach of the fire service.",
        },
        "A command over a network can be late or lost: the internet, the gateway or the server may be away. In danger use the switch on site, keep away from live parts and call the emergency services. A plant counts as shut down only when its units have reported it, and even then a qualified person measures before touching anything.",
      ],
    },
    {
      heading: "Which data are kept",
      blocks: [
        {
          terms: [
            [
              "Your account",
              "Name, email or phone, company, role, remarks of whoever made the account, and a hash of your password (argon2id) from which the password cannot be read.",
            ],
            [
              "Your sessions",
              "When and from which network address and browser you signed in, and when you were last seen. Access ends 30 minutes after the last renewal, the session 14 days after; failed sign-ins are counted to slow down guessing.",
            ],
            [
              "Your plants",
              "What you enter: name, place, capacity, prices, people to call, pictures. Of a public plant everyone sees name, power, energy and coordinates rounded to 0.1°; no address, owner, money or serial number.",
            ],
            [
              "Your devices",
              "Serial number, model, versions, where they are installed, and a hash of the registration code.",
            ],
            [
              "Measurements and events",
              "What gateways report. Reports that cannot be right are set aside with the reason; of these the newest 1,000 for each gateway are kept. Reports that cannot be placed yet are kept for 7 days.",
            ],
            [
              "Operations",
              "Who changed what and when, with the value before and after. The database refuses to change or delete these rows; they name accounts by number, so that a name can be erased without touching them.",
            ],
          ],
        },
      ],
    },
    {
      heading: "How long, and your rights",
      blocks: [
        "Apart from the limits just named this version deletes nothing by itself: your account stays until it is removed, measurements and plant details stay as long as the plant is kept, records of operations as long as the operator must be able to account for them. The operator may set shorter times and tells you so.",
        "You may ask the operator what is kept about you, have it corrected, get a copy, and have your account erased. The operator's contacts stand with the service contacts of this server, or with whoever gave you the account.",
        "Your data are not sold, not used for advertising and not sent to other companies by this software. The pages load nothing from other hosts, except map pictures if the operator has set up a map service.",
      ],
    },
    {
      heading: "What stays in your browser",
      blocks: [
        "This version sets no cookies, measures no visits and has no advertising. It keeps in local storage only how the pages look:",
        {
          terms: [
            ["language", "The language you chose."],
            ["device", "Whether the desktop or the phone layout is shown."],
            ["size", "How dense tables and forms are."],
            ["sidebarStatus", "Whether the menu is folded."],
            ["activeTopMenuPath", "The area of the menu you used last."],
            [
              "prefs",
              "Theme, table columns, notices you dismissed, and the version of this agreement that was accepted here.",
            ],
          ],
        },
        "While you are signed in, the tab holds your session in session storage; it goes when the tab is closed or you sign out. If you install the app, the browser also keeps the program's own files so that it can start, but no data of plants.",
      ],
    },
    {
      heading: "Licence and warranty",
      blocks: [
        "Heliograph is open source under the Apache License, version 2.0. You may use, study, change and pass on the software under its terms.",
        "The software comes **as it is, without warranty of any kind**, as sections 7 and 8 of the licence say. Its authors are not liable for harm that comes from using it or from not being able to use it. What the operator owes you for the service is a matter between you and the operator; neither side can exclude liability that the law does not let it exclude.",
      ],
    },
    {
      heading: "End and changes",
      blocks: [
        "You may stop at any time and have your account removed. The operator may close an account that breaks these rules, and says why.",
        "A changed agreement gets a new version and date at the top of this page. If a change takes something away from you, the operator tells you before it takes effect. The law of the operator's seat applies, as far as the law that protects you at home does not come first.",
      ],
    },
  ],
};
