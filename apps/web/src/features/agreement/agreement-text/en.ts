import type { Chapter } from "../document.ts";

export const agreement: Chapter = {
  title: "User agreement",
  blocks: [
    "In short: the operator of this server provides your account and takes care of the data. You use it for plants you are entitled to, and never as your only means of making a plant safe. The following sections state this in detail. Mandatory law of your country takes precedence.",
  ],
  sections: [
    {
      heading: "Parties",
      blocks: [
        "This agreement is between you and the **operator**: the company or person who runs this server and gave you your account, or who opened registration. The authors of Heliograph are not a party to it; they provide the software to everyone under the licence named below.",
        "If you use the console for a company, make sure that the company agrees.",
      ],
    },
    {
      heading: "What the product does",
      blocks: [
        "Heliograph receives reports of gateways on solar plants, stores them, and shows power, energy, status and alarms of plants, strings and modules. It keeps a register of devices and an account for each person. The user manual on this page describes what the version you are using can do. Features not described there are not promised.",
        "Figures are for monitoring. Each energy figure shows how much of it was measured, backfilled or estimated. They are not readings of a calibrated meter and not an invoice. Earnings are calculated from the prices entered for the plant.",
      ],
    },
    {
      heading: "Duties of the operator",
      blocks: [
        {
          list: [
            "To run the server with care: current versions, encrypted connections, backups and restricted access.",
            "To announce maintenance in the console in advance where possible, with the times of stop and restart.",
            "To register devices only for those entitled to them, and to keep registration codes secret.",
            "To access plant and personal data only as far as running the service, supporting you or the law requires.",
            "To answer your requests about your data, and to notify you without delay of unauthorised access to it.",
          ],
        },
      ],
    },
    {
      heading: "Your duties",
      blocks: [
        {
          list: [
            "To provide correct contact details and to keep your password secret. Actions performed with your account are considered yours until you report its loss.",
            "To add only plants and devices that you own or are authorised to manage.",
            "To let only qualified people work on a plant, whatever the console shows. A module exposed to light is live even if the console shows otherwise.",
            "To inform the people on site before you send a command that changes how the plant operates.",
            "Not to bypass limits, not to try to access other people's accounts or devices, and not to overload the server.",
          ],
        },
      ],
    },
    {
      heading: "Rapid shutdown is not an emergency device",
      blocks: [
        {
          note: "Anything this console shows or sends about opening units is a **convenience stop**. It is not the initiator that NEC 690.12 or a similar rule requires: that is a switch on site, accessible to the fire service.",
        },
        "A command over a network can be delayed or lost: the internet, the gateway or the server may be unavailable. In an emergency, use the switch on site, keep away from live parts and call the emergency services. A plant is considered shut down only when its units have reported it, and even then a qualified person must measure before touching anything.",
      ],
    },
    {
      heading: "Data that is stored",
      blocks: [
        {
          terms: [
            [
              "Your account",
              "Name, email or phone, company, role, remarks of the administrator, and a hash of your password (argon2id) from which the password cannot be recovered.",
            ],
            [
              "Your sessions",
              "When and from which IP address and browser you signed in, and when you were last active. Access ends 30 minutes after the last renewal, the session after 14 days. Failed sign-ins are counted to slow down guessing.",
            ],
            [
              "Your plants",
              "What you enter: name, location, capacity, prices, contacts and pictures. Everyone can see the name, power, energy and coordinates rounded to 0.1° of a public plant, but no address, owner, prices or serial numbers.",
            ],
            [
              "Your devices",
              "Serial number, model, versions, where they are installed, and a hash of the registration code.",
            ],
            [
              "Measurements and events",
              "What gateways report. Invalid reports are rejected with a reason; the latest 1,000 of each gateway are kept. Reports that cannot be assigned yet are kept for 7 days.",
            ],
            [
              "Operations",
              "Who changed what and when, with the value before and after. The database refuses to change or delete these entries. They refer to accounts by ID, so that a name can be erased without changing them.",
            ],
          ],
        },
      ],
    },
    {
      heading: "Retention and your rights",
      blocks: [
        "Your account is kept until it is deleted. Measurements and plant details are kept as long as the plant exists, and for 30 days after it was deleted. Logs and resolved alarms are deleted after 36 months, or after the period that the operator has set; the operator will inform you of it.",
        "You can ask the operator which data about you is stored, have it corrected, get a copy, and have your account deleted. Contact the operator through the service contacts of this server or the administrator who created your account.",
        "This software does not sell your data, use it for advertising or send it to other companies. The pages load nothing from other hosts, except map tiles if the operator has set up a map service.",
      ],
    },
    {
      heading: "Data in your browser",
      blocks: [
        "This version sets no cookies, does not track visits and has no advertising. Local storage only contains display settings:",
        {
          terms: [
            ["language", "The language you chose."],
            ["device", "Whether the desktop or the mobile layout is shown."],
            ["size", "The display density of tables and forms."],
            ["sidebarStatus", "Whether the sidebar is collapsed."],
            ["activeTopMenuPath", "The area of the menu you used last."],
            [
              "prefs",
              "Theme, table columns, notices you dismissed, and the version of this agreement accepted in this browser.",
            ],
          ],
        },
        "While you are signed in, the tab stores your session in session storage; it is deleted when the tab is closed or you sign out. If you install the app, the browser also stores the program files, but no plant data.",
      ],
    },
    {
      heading: "Licence and warranty",
      blocks: [
        "Heliograph is open source under the Apache License, version 2.0. You can use, study, change and redistribute the software under its terms.",
        "The software is provided **as is, without warranty of any kind**, as stated in sections 7 and 8 of the licence. Its authors are not liable for damage arising from its use or from the inability to use it. The operator's obligations for the service are a matter between you and the operator. Liability that cannot be excluded by law remains unaffected.",
      ],
    },
    {
      heading: "Termination and changes",
      blocks: [
        "You can terminate at any time and have your account deleted. The operator can close an account that violates these rules and states the reason.",
        "A changed agreement gets a new version and date at the top of this page. If a change reduces your rights, the operator notifies you before it takes effect. The law of the operator's place of business applies, unless mandatory law of your country takes precedence.",
      ],
    },
  ],
};
