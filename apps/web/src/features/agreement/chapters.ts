/** Chapters of the manual in the order of reading; each is a folder of `manual` with a file a language. */
export const chapterIds = [
  "signing-in",
  "home",
  "plant",
  "adding-a-plant",
  "adding-devices",
  "appearance",
  "pages-and-tabs",
  "palette",
  "alarms",
  "data-list",
  "exporting",
  "system",
  "accounts",
  "sharing",
  "phone",
  "devices",
] as const;
