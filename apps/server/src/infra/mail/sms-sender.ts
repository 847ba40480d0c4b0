import type { Sender } from "./smtp-sender.ts";

const TIMEOUT_MS = 15_000;

/** Posts `{ id, to, text }` to SMS_WEBHOOK_URL; any 2xx response means success. */
export function createSmsSender(webhookUrl: string): Sender {
  const url = new URL(webhookUrl);
  const { username, password } = url;
  // fetch refuses credentials in an address.
  url.username = "";
  url.password = "";
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    async send({ id, recipient, body }) {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(username !== "" && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
        },
        body: JSON.stringify({ id, to: recipient, text: body }),
        // Only the configured host is called.
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the text message service answered ${response.status}`);
    },
    close() {},
  };
}
