export const texts = {
  agreement: {
    parts: "Manual and agreement",
    manual: "User manual",
    agreement: "User agreement",
    lead: "What stands on the screen, what it means, and what to do with it. The manual describes the version you are using.",
    contents: "Contents",
    version: "Version {{version}}, {{day}}",
  },
} as const;
