/** Reads `--name=20` from the arguments. Throws when the value is not a whole number above 0. */
export function readCount(name: string, fallback: number, args: readonly string[] = process.argv): number {
  const prefix = `--${name}=`;
  const given = args.findLast((word) => word.startsWith(prefix))?.slice(prefix.length);
  if (given === undefined) return fallback;
  if (!/^[1-9]\d*$/.test(given)) throw new Error(`${prefix}${given}: a whole number above 0 is needed`);
  return Number(given);
}

/** Reads `--name=20,30`, whole numbers above 0. Throws for anything else. */
export function readCounts(
  name: string,
  fallback: readonly number[],
  args: readonly string[] = process.argv,
): readonly number[] {
  const prefix = `--${name}=`;
  const given = args.findLast((word) => word.startsWith(prefix))?.slice(prefix.length);
  return given === undefined
    ? fallback
    : given.split(",").map((count) => readCount(name, 0, [`${prefix}${count}`]));
}

/** Reads `--name=text`. Throws when it is not given. */
export function readText(name: string, args: readonly string[] = process.argv): string {
  const prefix = `--${name}=`;
  const given = args.findLast((word) => word.startsWith(prefix))?.slice(prefix.length);
  if (!given) throw new Error(`${prefix}… is needed`);
  return given;
}

/** Reads `--name=word`; undefined when it is not given. Throws for a word that is not one of these. */
export function readWord<Word extends string>(
  name: string,
  words: readonly Word[],
  args: readonly string[] = process.argv,
): Word | undefined {
  const prefix = `--${name}=`;
  const given = args.findLast((word) => word.startsWith(prefix))?.slice(prefix.length);
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found === undefined) throw new Error(`${prefix}${given}: one of ${words.join(", ")} is needed`);
  return found;
}
