import type { Language } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NotificationService } from "../modules/devices/notifications/notifications.service.ts";
import { createNonce, pagePolicy } from "./security-headers.ts";

type Unsubscribe = Pick<NotificationService, "findUnsubscribeLanguage" | "unsubscribe">;

const HTML_LANGUAGES: Readonly<Record<Language, string>> = {
  "zh-cn": "zh-CN",
  en: "en",
  pt: "pt-BR",
  th: "th",
};
const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 32rem; margin: 0 auto; padding: 3rem 1.25rem; }
button { font: inherit; padding: .5rem 1rem; border-radius: .4rem; cursor: pointer; }`;

const tokenOf = (request: FastifyRequest): string => {
  const { token } = request.query as { token?: unknown };
  return typeof token === "string" ? token : "";
};

type Shown = "text" | "done" | "invalid";

/** Sends a page without a script; the form of `text` posts to the page's own address, which has the token. */
function sendPage(reply: FastifyReply, language: Language, shown: Shown): FastifyReply {
  const nonce = createNonce();
  const say = (key: Shown | "title" | "button") => formatMessage(language, `unsubscribe.${key}`);
  const form =
    shown === "text" ? `<form method="post"><button type="submit">${say("button")}</button></form>` : "";
  return reply
    .status(shown === "invalid" ? 404 : 200)
    .header("content-security-policy", pagePolicy(nonce))
    .type("text/html; charset=utf-8")
    .send(`<!doctype html><html lang="${HTML_LANGUAGES[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${say("title")}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><h1>${say("title")}</h1><p>${say(shown)}</p>${form}</body></html>`);
}

/**
 * Ends the mails about alarms from a link in a mail, without a session: GET shows a button, as programs that check links
 * open them; POST ends the mails, for the button and for mail programs (RFC 8058). Neither reads the body.
 */
export function serveUnsubscribe(app: FastifyInstance, notifications: Unsubscribe): void {
  app.get("/unsubscribe", async (request, reply) => {
    const language = await notifications.findUnsubscribeLanguage(tokenOf(request));
    return sendPage(reply, language ?? "en", language === undefined ? "invalid" : "text");
  });
  void app.register((scope, _options, done) => {
    // Forms and mail programs send either type; what they send is of no interest.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      scope.addContentTypeParser(type, { bodyLimit: 10_000 }, (_request, payload, parsed) => {
        payload.resume();
        payload.on("end", () => parsed(null, undefined));
        payload.on("error", parsed);
      });
    scope.post("/unsubscribe", async (request, reply) => {
      const language = await notifications.unsubscribe(tokenOf(request), request.ip);
      return sendPage(reply, language ?? "en", language === undefined ? "invalid" : "done");
    });
    done();
  });
}
