import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Accounts, company, personal centre",
  blocks: [
    "**Accounts** at the top shows the accounts you have access to: **Colleagues** in your own company and **Customers** in its subsidiaries, each with role, company and whether the account has been used yet.",
    { picture: "accounts", alt: "Account list with tabs for colleagues and customers" },
  ],
  sections: [
    {
      heading: "Working with accounts",
      blocks: [
        "Use **Account list** to add colleagues and customers. Select an account's name to edit it, set its plant access, reset its password, or disable or delete it. You can only assign permissions you have, and only change accounts that do not have more permissions than you.",
        "**Companies** shows your company and its subsidiaries as a tree. Open a company to view its details and to edit, move or delete it.",
        "Under **System**, **Roles** and **Account types** show all permissions. An account can do what both its role and its account type allow. Removing a permission takes effect immediately.",
      ],
    },
    {
      heading: "Company",
      blocks: [
        "Name, address, contact person and administrator of your company, and its number of plants, accounts and subsidiaries.",
      ],
    },
    {
      heading: "Personal centre",
      blocks: [
        "Select the round button at the top right to see your profile, the language, theme and display density of this browser, and your current session. Use **Edit profile** to change your name and salutation. Only an administrator can change your company, account type and role.",
        "Under **Sign-in and notifications** you can change your password, which ends all other sessions, set another email or phone with a code, and choose whether you are notified by email of sign-ins from new devices. An email or phone number that an administrator entered for you is marked as not verified: **Verify** sends a code, and plants offered to this contact then appear on **Home**.",
      ],
    },
  ],
};
