import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Accounts, company, personal centre",
  blocks: [
    "**Accounts** at the top shows the accounts in your reach: **Colleagues** of your own company, and **Customers** of the companies below it, each with role, company, and whether somebody has signed in with it yet.",
    { picture: "accounts", alt: "Account list with tabs for colleagues and customers" },
  ],
  sections: [
    {
      heading: "Working with accounts",
      blocks: [
        "**Account list** adds colleagues and customers. The name of an account opens it: change it, choose which plants it may see, give it a new password, disable or delete it. You can give a role that allows no more than your own, and change accounts that may do no more than you.",
        "Under **Companies** your company and those below it stand as a tree; each opens with its details, where it is edited, moved or deleted.",
        "Under **System**, **Roles** and **Account types** show who may do what, permission by permission. An account may do what both its role and its account type allow; what you take away is gone at once.",
      ],
    },
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
        "Under **Sign-in and mails** you change your password, which ends all other sessions, set another email or phone by a code sent there, and choose whether sign-ins from new devices are mailed to you. An email or phone that somebody else entered for you is marked as not confirmed: **Confirm** sends a code there, and what is offered to it then stands on **Home**.",
      ],
    },
  ],
};
