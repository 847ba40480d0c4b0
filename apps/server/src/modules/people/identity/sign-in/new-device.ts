import type { Transaction } from "../../../../infra/postgres/database.ts";
import { formatMoment, NOTICE_LIFETIME_MS, writeNotice } from "../../../base/notices/notices.service.ts";
import { findRecipient } from "../../accounts/accounts.service.ts";
import { isNewDevice } from "./new-device.repository.ts";

/**
 * Notifies the account of a sign-in from a device and address it was not used from before; not of its first sign-in. Call
 * before the session is inserted.
 */
export async function notifyOfNewDevice(
  trx: Transaction,
  { now, ...device }: { accountId: string; userAgent: string; address: string; now: number },
): Promise<void> {
  const recipient = await findRecipient(trx, device.accountId);
  if (!recipient?.emailNotify || recipient.contact === null || !(await isNewDevice(trx, device))) return;
  const { contact: to, language } = recipient;
  await writeNotice(trx, {
    to,
    language,
    subject: "mail.newDevice.subject",
    text: "mail.newDevice.text",
    params: {
      at: formatMoment(now, language),
      address: device.address,
      // An untrusted user agent gets one line at most.
      device: device.userAgent.replace(/\p{Cc}/gu, " ").slice(0, 200),
    },
    now,
    lifetimeMs: NOTICE_LIFETIME_MS,
  });
}
