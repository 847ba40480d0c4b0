import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Signing in",
  blocks: [
    "Open the console's address in a browser. You make an account yourself with **Register**, or an administrator of your company or your installer invites you.",
    {
      picture: "sign-in",
      alt: "Sign-in page: a roof of modules at the left; fields for account and password, the agreement and the button at the right",
    },
    {
      steps: [
        "Enter your **email or phone** and your **password**. A password manager may fill both.",
        "Tick that you agree to the user agreement; the link opens it. This browser remembers the version.",
        "Press **Sign in**. You come to the home page, or to the page whose link you followed.",
      ],
    },
    "A wrong account and a wrong password get the same answer. After ten failures the next try has to wait, a little longer each time.",
  ],
  sections: [
    {
      heading: "Without an account",
      blocks: [
        "**View public plants** shows the plants whose owners made them public: name, power and energy, without addresses, owners and money. Nothing can be changed there.",
        "**Register** sends a code of six digits to your email or phone; it is good for 10 minutes. With it, your name and a password of 6 to 16 characters you get an account with a company of your own and are signed in at once.",
        "The link of an invitation leads to the same page and into the company that invited you. It works once, within seven days.",
      ],
    },
    {
      heading: "Forgotten password",
      blocks: [
        "**Forgotten password** sends a code to the email or phone of your account; with it you choose a new password. All sessions of the account end. If no code comes, the account may be known by another address: the **Service contacts** at the foot of the page, where there are any, say whom to ask.",
      ],
    },
    {
      heading: "Staying signed in, and a second factor",
      blocks: [
        "With **Keep me signed in here** this browser opens the console without a password for 14 days at a time, until you sign out. Leave it off on a computer that others use.",
        "In the **Personal centre** you can add a second factor: an **authenticator app**, whose six digits are asked for after the password, or a **passkey**, with which finger, face or PIN of your device sign you in. With the first of them come ten recovery codes; each signs in once if the phone is lost. **Sessions** lists where your account is signed in and ends it there. Before changes of this kind the console asks for your password again. Who has lost everything asks an administrator, who takes the second factor from the account.",
      ],
    },
    {
      heading: "Signing out",
      blocks: [
        "The round button with your initials at the top right opens the account menu; **Sign out** asks once more and then leaves on all tabs that share the session. A session that is not used ends after 14 days. When it is over the console says so, and after signing in again you are back on the same page.",
      ],
    },
  ],
};
