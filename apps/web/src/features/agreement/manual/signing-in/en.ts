import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Signing in",
  blocks: [
    "Open the address of the console in a browser. Create an account with **Register**, or ask an administrator of your company or your installer to invite you.",
    {
      picture: "sign-in",
      alt: "Sign-in page: a roof with modules on the left; account, password, agreement and button on the right",
    },
    {
      steps: [
        "Enter your **email or phone** and your **password**. Password managers can fill in both.",
        "Accept the user agreement; the link opens it. This browser remembers the accepted version.",
        "Select **Sign in**. The home page opens, or the page whose link you followed.",
      ],
    },
    "The message is the same for an unknown account and a wrong password. After ten failed attempts you have to wait before the next one, longer each time.",
  ],
  sections: [
    {
      heading: "Without an account",
      blocks: [
        "**View public plants** shows plants that their owners have made public: name, power and energy, without addresses, owners and prices. You cannot change anything there.",
        "**Register** sends a 6-digit code to your email or phone, valid for 10 minutes. Enter the code, your name and a password of 6 to 16 characters. You get an account with your own company and are signed in immediately.",
        "An invitation link opens the same page and adds you to the company that invited you. It works once and expires after seven days.",
      ],
    },
    {
      heading: "Forgot password",
      blocks: [
        "**Forgot password** sends a code to the email or phone of your account. Enter the code and choose a new password. All sessions of the account end. If you do not receive a code, the account may use another email or phone number: contact the **Service contacts** at the bottom of the page, if there are any.",
      ],
    },
    {
      heading: "Staying signed in and two-factor authentication",
      blocks: [
        "With **Keep me signed in**, this browser opens the console without a password until you sign out or do not use it for 14 days. Do not use it on a shared computer.",
        "In the **Personal centre** you can set up two-factor authentication: an **authenticator app**, whose 6-digit code you enter after the password, or a **passkey**, with which you sign in by the fingerprint, face or PIN of your device. You also get ten recovery codes; each works once if you lose your phone. **Sessions** lists where your account is signed in and lets you end sessions. The console asks for your password again before such changes. If you have lost all methods, ask an administrator to remove two-factor authentication from your account.",
      ],
    },
    {
      heading: "Signing out",
      blocks: [
        "The round button with your initials at the top right opens the account menu. **Sign out** asks for confirmation and then signs you out in all tabs that share the session. An unused session ends after 14 days. When a session has expired, the console asks you to sign in again and returns to the same page.",
      ],
    },
  ],
};
