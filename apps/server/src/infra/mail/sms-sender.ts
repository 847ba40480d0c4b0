import type { Sender } from "./smtp-sender.ts";

const giveUpAfterMs = 15_000;

/** Posts `{ id, to, text }` to SMS_WEBHOOK_URL; any answer of 200 to 299 means that it was taken. */
export function createSmsSender(webhookUrl: string): Sender {
  const url = new URL(webhookUrl);
  const { username, password } = url;
  // fetch takes no credentials in an address.
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
        // Only the configured host is called, whatever it answers.
        redirect: "error",
        signal: AbortSignal.timeout(giveUpAfterMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the text message service answered ${response.status}`);
    },
    close() {},
  };
}
