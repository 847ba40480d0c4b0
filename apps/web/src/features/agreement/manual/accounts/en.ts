import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Accounts, company, personal centre",
  blocks: [
    "**Accounts** at the top shows the accounts in your reach: **Colleagues** of your own company, and **Customers** of the companies below it, each with role, company, and whether somebody has signed in with it yet.",
    { picture: "accounts", alt: "Account list with tabs for colleagues and customers" },
  ],
  sections: [
    {
      heading: "Company",
      blocks: [
        "Name, address, contact and administrator of your company, and how many plants, accounts and companies belong to it.",
      ],
    },
    {
      heading: "Personal centre",
      blocks: [
        "Behind the round button at the top right: your details as others see them, language, theme and size of this browser, and since when and how long you are signed in. **Edit profile** changes your name and how you are spoken to; company, type and role are an administrator's to change.",
        "Under **Sign-in and mails** you change your password, which ends all other sessions, set another email or phone by a code sent there, and choose whether sign-ins from new devices are mailed to you.",
      ],
    },
  ],
};
