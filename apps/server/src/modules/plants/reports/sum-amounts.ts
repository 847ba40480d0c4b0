/** Exact sum of decimal texts; null without any. */
export function sumAmounts(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0) return null;
  const digits = Math.max(...known.map((amount) => amount.split(".")[1]?.length ?? 0));
  const sum = known.reduce((total, amount) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return total + BigInt(whole + fraction.padEnd(digits, "0"));
  }, 0n);
  const text = (sum < 0n ? -sum : sum).toString().padStart(digits + 1, "0");
  const fraction = digits === 0 ? "" : `.${text.slice(-digits)}`;
  return `${sum < 0n ? "-" : ""}${text.slice(0, text.length - digits)}${fraction}`;
}
