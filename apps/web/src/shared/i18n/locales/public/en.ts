export const texts = {
  register: {
    title: "Accounts come from an administrator",
    text: "This server has no open registration. Ask the administrator of your company or of this server to create an account for you; you then sign in with the email or phone number they entered.",
  },
  forgot: {
    title: "New passwords come from an administrator",
    text: "This server does not send passwords by itself. Ask the administrator of your company or of this server for a new one; you can sign in with it at once.",
  },
  told: { back: "Back to sign-in" },
} as const;
