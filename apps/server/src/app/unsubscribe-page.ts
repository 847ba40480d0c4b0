import type { Language } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { NotificationService } from "../modules/devices/notifications/notifications.service.ts";
import type { ScheduleService } from "../modules/plants/reports/schedules.service.ts";
import { createNonce, pagePolicy } from "./security-headers.ts";

type Shown = "text" | "done" | "invalid";
type Say = (language: Language, key: Shown | "title" | "button" | "settings") => string;

/** Mails of one kind, which their links end. */
interface Unsubscribe {
  /** Undefined for a link of another kind, and one that is not valid. */
  findUnsubscribeLanguage(token: string): Promise<Language | undefined>;
  unsubscribe(token: string, address: string): Promise<Language | undefined>;
  readonly say: Say;
  /** Page of the console where the mails are set. */
  readonly address: string;
}

const sayOfAlarms: Say = (language, key) => formatMessage(language, `unsubscribe.${key}`);

const HTML_LANGUAGES: Readonly<Record<Language, string>> = {
  "zh-cn": "zh-CN",
  en: "en",
  pt: "pt-BR",
  th: "th",
};
// Colours of the console's tokens.css, which this page does not load.
const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 12vh 1rem 2rem; background: light-dark(#f5f6f8, #0b1017); color: light-dark(#121a26, #e8edf4); }
main { max-width: 26rem; margin: 0 auto; padding: 2rem; border: 1px solid light-dark(#e3e7ed, #222d3b); border-radius: .75rem;
  background: light-dark(#ffffff, #121922); }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1.5rem; color: light-dark(#566274, #9aa8ba); }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.75rem; margin-bottom: 1rem; border: 0; border-radius: .5rem;
  background: light-dark(#e39b0b, #f2b234); color: #1b1405; cursor: pointer; }
a { display: inline-block; padding: .5rem 0; color: light-dark(#2a66dd, #78a6ff); }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }`;

const tokenOf = (request: FastifyRequest): string => {
  const { token } = request.query as { token?: unknown };
  return typeof token === "string" ? token : "";
};

/** Sends a page without a script; the form of `text` posts to the page's own address, which has the token. */
function sendPage(
  reply: FastifyReply,
  page: Pick<Unsubscribe, "say" | "address"> & { language: Language; shown: Shown },
): FastifyReply {
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
<body><main><h1>${say("title")}</h1><p>${say(shown)}</p>${form}<a href="${page.address}">${say("settings")}</a></main></body></html>`);
}

/**
 * Ends mails from a link in a mail, without a session: GET shows a button, as programs that check links open them; POST ends
 * the mails, for the button and for mail programs (RFC 8058). Neither reads the body.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { notifications, schedules }: { notifications: NotificationService; schedules: ScheduleService },
): void {
  const ofAlarms: Unsubscribe = { ...notifications, say: sayOfAlarms, address: "./#/personal-center" };
  const kinds = [
    ofAlarms,
    { ...schedules, say: schedules.formatUnsubscribe, address: "./#/reports" } satisfies Unsubscribe,
  ];

  /** The first kind whose language is found; a link of none is shown as invalid. */
  async function reply(
    response: FastifyReply,
    shown: Shown,
    find: (kind: Unsubscribe) => Promise<Language | undefined>,
  ): Promise<FastifyReply> {
    for (const kind of kinds) {
      const language = await find(kind);
      if (language !== undefined) return sendPage(response, { ...kind, language, shown });
    }
    return sendPage(response, { ...ofAlarms, language: "en", shown: "invalid" });
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
