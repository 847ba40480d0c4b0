/** Tags typed with commas between them, each once; also with the commas of Chinese. */
export function readTags(typed: string): string[] {
  const tags = typed.split(/[,，、]/u).map((tag) => tag.trim().replace(/\s+/gu, " "));
  return [...new Set(tags)].filter((tag) => tag !== "");
}
