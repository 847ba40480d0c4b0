import type { Language } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NotificationService } from "../modules/devices/notifications/notifications.service.ts";
import type { ScheduleService } from "../modules/plants/reports/schedules.service.ts";
import { createNonce, pagePolicy } from "./security-headers.ts";

type Shown = "text" | "done" | "invalid";
type Say = (language: Language, key: Shown | "title" | "button") => string;

/** Mails of one kind, which their links end. */
interface Unsubscribe {
  /** Undefined for a link of another kind, and one that is not valid. */
  findUnsubscribeLanguage(token: string): Promise<Language | undefined>;
  unsubscribe(token: string, address: string): Promise<Language | undefined>;
  readonly say: Say;
}

const sayOfAlarms: Say = (language, key) => formatMessage(language, `unsubscribe.${key}`);

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

/** Sends a page without a script; the form of `text` posts to the page's own address, which has the token. */
function sendPage(reply: FastifyReply, page: { language: Language; shown: Shown; say: Say }): FastifyReply {
  const { language, shown } = page;
  const nonce = createNonce();
  const say = (key: Parameters<Say>[1]) => page.say(language, key);
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
 * Ends mails from a link in a mail, without a session: GET shows a button, as programs that check links open them; POST ends
 * the mails, for the button and for mail programs (RFC 8058). Neither reads the body.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { notifications, schedules }: { notifications: NotificationService; schedules: ScheduleService },
): void {
  const kinds: readonly Unsubscribe[] = [
    { ...notifications, say: sayOfAlarms },
    { ...schedules, say: schedules.formatUnsubscribe },
  ];

  /** The first kind whose language is found; a link of none is shown as invalid. */
  async function reply(
    response: FastifyReply,
    shown: Shown,
    find: (kind: Unsubscribe) => Promise<Language | undefined>,
  ): Promise<FastifyReply> {
    for (const kind of kinds) {
      const language = await find(kind);
      if (language !== undefined) return sendPage(response, { language, shown, say: kind.say });
    }
    return sendPage(response, { language: "en", shown: "invalid", say: sayOfAlarms });
  }

  app.get("/unsubscribe", (request, response) =>
    reply(response, "text", (kind) => kind.findUnsubscribeLanguage(tokenOf(request))),
  );
  void app.register((scope, _options, done) => {
    // Forms and mail programs send either type; what they send is of no interest.
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
      scope.addContentTypeParser(type, { bodyLimit: 10_000 }, (_request, payload, parsed) => {
        payload.resume();
        payload.on("end", () => parsed(null, undefined));
        payload.on("error", parsed);
      });
    scope.post("/unsubscribe", (request, response) =>
      reply(response, "done", (kind) => kind.unsubscribe(tokenOf(request), request.ip)),
    );
    done();
  });
}
