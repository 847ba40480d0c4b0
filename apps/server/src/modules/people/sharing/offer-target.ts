/** The recipient of an offer: an account, or the holder of an email or phone number. */
export type OfferTarget =
  | { readonly accountId: string; readonly contact: "" }
  | { readonly accountId: null; readonly contact: string };

export const toAccount = (accountId: string): OfferTarget => ({ accountId, contact: "" });

/** A stored recipient: an account's id, or the contact until the offer is answered. */
export function toTarget({ accountId, target }: { accountId: string | null; target: string }): OfferTarget {
  return accountId === null ? { accountId, contact: target } : toAccount(accountId);
}
