export const texts = {
  agreement: {
    parts: "Manual and agreement",
    manual: "User manual",
    agreement: "User agreement",
    lead: "How to use the console and what its figures mean. The manual describes the version you are using.",
    contents: "Contents",
    version: "Version {{version}}, {{day}}",
  },
} as const;
