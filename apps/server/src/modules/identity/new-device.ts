import type { Transaction } from "../../infra/postgres/database.ts";
import { formatMoment, NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import { findNewDeviceReader } from "./new-device.repository.ts";

/**
 * Writes to the account when it signs in from a device and address it was not used from before; not at its very first
 * sign-in, which is new by itself. Before the session is made.
 */
export async function tellOfNewDevice(
  trx: Transaction,
  { now, ...device }: { accountId: string; userAgent: string; address: string; now: number },
): Promise<void> {
  const reader = await findNewDeviceReader(trx, device);
  if (!reader) return;
  const { contact: to, language } = reader;
  await writeNotice(trx, {
    to,
    language,
    subject: "mail.newDevice.subject",
    text: "mail.newDevice.text",
    params: {
      at: formatMoment(now, language),
      address: device.address,
      // What a stranger's browser calls itself: no more than a line.
      device: device.userAgent.replace(/\p{Cc}/gu, " ").slice(0, 200),
    },
    now,
    usefulMs: NOTICE_USEFUL_MS,
  });
}
