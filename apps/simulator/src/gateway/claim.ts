import type { ClaimReply } from "@heliograph/protocol";
import { claimUserOf, decodeMessage, encodeJson, topicOf } from "@heliograph/protocol";
import { connectOnce } from "./mqtt-connect.ts";

export interface ClaimOptions {
  readonly url: string;
  readonly sn: string;
  readonly registrationCode: string;
  readonly timeoutMs?: number;
}

/** First connection of a gateway: sends the registration code and receives the secret, its permanent password. */
export async function claimSecret(options: ClaimOptions): Promise<string> {
  const { url, sn, registrationCode, timeoutMs = 10_000 } = options;
  const client = await connectOnce(url, {
    clientId: sn,
    username: claimUserOf(sn),
    password: registrationCode,
    connectTimeout: timeoutMs,
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to the claim of ${sn}`)), timeoutMs);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        act();
      };
      client.on("close", () => settle(() => reject(new Error(`the claim of ${sn} was cut off`))));
      client.on("message", (_topic, payload) =>
        settle(() => {
          try {
            const reply: ClaimReply = decodeMessage("claimDown", payload);
            resolve(reply.secret);
          } catch (error) {
            reject(error);
          }
        }),
      );
      client
        .subscribeAsync(topicOf.claimDown(sn), { qos: 1 })
        .then(() => client.publishAsync(topicOf.claimUp(sn), Buffer.from(encodeJson({ v: 1 })), { qos: 1 }))
        .catch((error: unknown) => settle(() => reject(error)));
    });
  } finally {
    await client.endAsync(true);
  }
}
