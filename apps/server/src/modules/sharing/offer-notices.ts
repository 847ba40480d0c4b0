import type { Language, MessageKey } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { OwnAddress } from "../../infra/own-address.ts";
import type { Transaction } from "../../infra/postgres/database.ts";
import { NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import type { Actor } from "./hold-plant.ts";
import type { OfferTarget } from "./offer-target.ts";
import { findRecipient } from "./offers.repository.ts";

const texts = {
  shared: { subject: "mail.plantShared.subject", text: "mail.plantShared.text" },
  offered: { subject: "mail.plantOffered.subject", text: "mail.plantOffered.text" },
  accepted: { subject: "mail.plantAccepted.subject", text: "mail.plantAccepted.text" },
  declined: { subject: "mail.plantDeclined.subject", text: "mail.plantDeclined.text" },
  withdrawn: { subject: "mail.plantWithdrawn.subject", text: "mail.plantWithdrawn.text" },
  ended: { subject: "mail.plantEnded.subject", text: "mail.plantEnded.text" },
  left: { subject: "mail.plantLeft.subject", text: "mail.plantLeft.text" },
} as const satisfies Record<string, { subject: MessageKey; text: MessageKey }>;

export interface OfferNotice {
  readonly what: keyof typeof texts;
  /** Whom it is told. */
  readonly to: OfferTarget;
  readonly plant: { readonly name: string };
}

/**
 * Tells the other side what the actor has done, in the transaction of what was done. Whether somebody has an account by
 * the address decides nothing but the language.
 */
export function createOfferNotices({ clock, ownAddress }: { clock: Clock; ownAddress: OwnAddress }) {
  return async (trx: Transaction, actor: Actor, { what, to, plant }: OfferNotice): Promise<void> => {
    const { scope } = actor;
    if (to.accountId !== null && to.accountId === scope.accountId) return;
    const recipient = await findRecipient(trx, scope, to);
    if (!recipient) return;
    const { contact, actorName } = recipient;
    const language: Language = recipient.language ?? actor.language;
    await writeNotice(trx, {
      to: contact,
      language,
      ...texts[what],
      params: { who: actorName, plant: plant.name, address: ownAddress.linkTo("/home") },
      now: clock.now(),
      usefulMs: NOTICE_USEFUL_MS,
    });
  };
}

export type TellPerson = ReturnType<typeof createOfferNotices>;
