import { readFileSync } from "node:fs";
import { join } from "node:path";
import { webhookBody } from "@heliograph/contract";
import { expect, test } from "vitest";
import { createSecret, signedHeaders } from "./signature.ts";
import { webhookExample } from "./webhook-example.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../../../docs/webhooks.md"), "utf8");
const blockOf = (language: string): string => page.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";

type Verify = (headers: object, text: string, secret: string, nowS: number) => unknown;
const { verifyWebhook } = (await import(`data:text/javascript,${encodeURIComponent(blockOf("js"))}`)) as {
  verifyWebhook: Verify;
};

const at = Date.parse("2026-06-01T12:00:05Z");
const nowS = at / 1_000;
const body = '{"type":"test","data":"ü"}';

test("the documented example of a body is that of the OpenAPI document and matches the contract", () => {
  expect(JSON.parse(blockOf("json"))).toEqual(webhookExample);
  expect(webhookBody.parse(webhookExample)).toEqual(webhookExample);
});

test("the documented verification accepts requests of the server, also while a secret is replaced", () => {
  const [secret, previous] = [createSecret(), createSecret()];
  const headers = signedHeaders({ id: "1", at, body }, [secret, previous]);
  for (const one of [secret, previous])
    expect(verifyWebhook(headers, body, one, nowS)).toEqual(JSON.parse(body));
});

test("the documented verification refuses another body, id, secret or time", () => {
  const secret = createSecret();
  const headers = signedHeaders({ id: "1", at, body }, [secret]);
  expect(() => verifyWebhook(headers, `${body} `, secret, nowS)).toThrow("wrong signature");
  expect(() => verifyWebhook({ ...headers, "webhook-id": "2" }, body, secret, nowS)).toThrow(
    "wrong signature",
  );
  expect(() => verifyWebhook(headers, body, createSecret(), nowS)).toThrow("wrong signature");
  expect(() => verifyWebhook(headers, body, secret, nowS + 301)).toThrow("too old");
  expect(() => verifyWebhook({ ...headers, "webhook-timestamp": "x" }, body, secret, nowS)).toThrow(
    "too old",
  );
});

test("agrees with the example of the Standard Webhooks specification", () => {
  const example = '{"test": 2432232314}';
  const headers = signedHeaders(
    { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330_000, body: example },
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  );
  expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});
