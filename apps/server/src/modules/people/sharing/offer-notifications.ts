import type { Language, MessageKey } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import { NOTICE_LIFETIME_MS, writeNotice } from "../../base/notices/notices.service.ts";
import { findAccountByContact, findRecipient } from "../accounts/accounts.service.ts";
import type { OfferTarget } from "./offer-target.ts";
import { getOwnName } from "./offers.repository.ts";

const TEXTS = {
  shared: { subject: "mail.plantShared.subject", text: "mail.plantShared.text" },
  sharedMany: { subject: "mail.plantsShared.subject", text: "mail.plantsShared.text" },
  offered: { subject: "mail.plantOffered.subject", text: "mail.plantOffered.text" },
  accepted: { subject: "mail.plantAccepted.subject", text: "mail.plantAccepted.text" },
  declined: { subject: "mail.plantDeclined.subject", text: "mail.plantDeclined.text" },
  withdrawn: { subject: "mail.plantWithdrawn.subject", text: "mail.plantWithdrawn.text" },
  ended: { subject: "mail.plantEnded.subject", text: "mail.plantEnded.text" },
  left: { subject: "mail.plantLeft.subject", text: "mail.plantLeft.text" },
} as const satisfies Record<string, { subject: MessageKey; text: MessageKey }>;

interface OfferNotification {
  readonly event: keyof typeof TEXTS;
  readonly to: OfferTarget;
  readonly plant: { readonly name: string };
  /** Plants of `sharedMany`, of which `plant` is one. */
  readonly count?: number;
}

/** Contact and language of a recipient; undefined for an account that is closed. */
async function resolveRecipient(
  trx: Transaction,
  to: OfferTarget,
  fallback: Language,
): Promise<{ contact: string; language: Language } | undefined> {
  if (to.accountId === null) {
    // Whether an account has the contact decides only the language, so the actor learns nothing about it.
    const holder = await findAccountByContact(trx, to.contact);
    const recipient = holder && (await findRecipient(trx, holder.accountId));
    return { contact: to.contact, language: recipient?.language ?? fallback };
  }
  const recipient = await findRecipient(trx, to.accountId);
  if (!recipient?.contact || recipient.isDisabled || recipient.isCancelled) return undefined;
  return { contact: recipient.contact, language: recipient.language };
}

/** Notifies the other side of what the actor has done, in the same transaction. */
export function createOfferNotifications({ clock, ownAddress }: { clock: Clock; ownAddress: OwnAddress }) {
  return async (
    trx: Transaction,
    actor: Actor,
    { event, to, plant, count }: OfferNotification,
  ): Promise<void> => {
    const { scope } = actor;
    if (to.accountId !== null && to.accountId === scope.accountId) return;
    const recipient = await resolveRecipient(trx, to, actor.language);
    if (!recipient) return;
    await writeNotice(trx, {
      to: recipient.contact,
      language: recipient.language,
      ...TEXTS[event],
      params: {
        who: await getOwnName(trx, scope),
        plant: plant.name,
        ...(count !== undefined && { count: String(count) }),
        address: ownAddress.linkTo("/home"),
      },
      now: clock.now(),
      lifetimeMs: NOTICE_LIFETIME_MS,
    });
  };
}

export type NotifyOfOffer = ReturnType<typeof createOfferNotifications>;
