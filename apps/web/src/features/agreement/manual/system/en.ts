import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "System",
  blocks: ["**System** at the top is for operators of the server. Each page requires its own permission."],
  sections: [
    {
      heading: "Maintenance notices",
      blocks: [
        "Announces and schedules maintenance. From the preview time, users see a notice with both times in their own time zone and language, which they can dismiss. From the stop to the restart, all users except super users see the maintenance page with their plants; then the maintenance ends automatically. Plants and gateways keep working during maintenance.",
        {
          picture: "maintenance",
          alt: "List of maintenance notices with type, times, status and a switch to enable each one",
        },
        {
          steps: [
            "Select **Add maintenance**, enter a name and the three times, and select the console or the installed app.",
            "Preview the notices in all four languages.",
            "Enable it. The confirmation tells you if it takes effect immediately.",
          ],
        },
      ],
    },
    {
      heading: "Service contacts",
      blocks: [
        "Contacts for users by country or region: email, QR code and text. They are shown on the sign-in page and in the account menu in this order.",
        { picture: "providers", alt: "List of service contacts with country or region, email and order" },
      ],
    },
    {
      heading: "Firmware",
      blocks: [
        "Firmware that devices can be upgraded to, with version, type, size, publisher, upload time and permission. Internal firmware is shown only to accounts with the permission “Internal firmware”. The eye shows release notes, SHA-256 and signature; the arrow downloads the file.",
        {
          steps: [
            "Select **Upload firmware**, then the firmware file and its signature file (.sig) together. If the connection is lost, **Continue upload** goes on where it stopped.",
            "Check type and version, select the permission and enter release notes.",
            "Select **Publish** and confirm your password.",
          ],
        },
      ],
    },
    {
      heading: "Logs",
      blocks: [
        "Operations, system, security, device and alarm logs, and denied requests: who did what, when, from where and with which sign-in method. Select a period and filter by type, object or search; select a row to see the original and new values field by field. “Export” saves the matching entries as a CSV file. The device log has what users did with devices and what the devices reported: connections, versions, parameters, and how commands and upgrades ended. The top of the page shows the integrity of the log; super users can verify it immediately.",
      ],
    },
    {
      heading: "Configuration",
      blocks: [
        "Product name, minimum page width, available languages, addresses of the servers and apps, and version of the agreement. Open pages pick up changes within a minute. If someone else has saved changes in the meantime, you can load the latest values. The change history below lists who changed which setting, from which value to which, and when.",
        {
          picture: "configuration",
          alt: "Form of the configuration: product name, minimum width, servers, languages",
        },
      ],
    },
    {
      heading: "Choosing a server",
      blocks: [
        "The sign-in page lists the servers China, International and Southeast Asia, each with its address from the configuration. Selecting a server opens its own console. Each server has its own accounts and plants. A server without an address is marked as this server.",
        { picture: "servers", alt: "Menu at the bottom of the sign-in page with the three servers" },
      ],
    },
  ],
};
