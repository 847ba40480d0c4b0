/** Of the first and the last word of a name; of a single word, its first two letters. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? "")][0] ?? "")
      : [[...name].slice(0, 2).join("")];
  return letters.join("").toUpperCase();
}
