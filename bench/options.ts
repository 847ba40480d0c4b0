/** Reads `--name=20` from the arguments. Throws when the value is not a whole number above 0. */
export function readCount(name: string, fallback: number, args: readonly string[] = process.argv): number {
  const prefix = `--${name}=`;
  const given = args.findLast((word) => word.startsWith(prefix))?.slice(prefix.length);
  if (given === undefined) return fallback;
  if (!/^[1-9]\d*$/.test(given)) throw new Error(`${prefix}${given}: a whole number above 0 is needed`);
  return Number(given);
}
