import { readEvidence } from "./evidence.js";
import { tags, texts } from "./texts.js";

// For responders at a plant: no sign-in, no control. The link's token is behind the #, so that no server logs it.

const READ_MS = 10_000;
/** A connection that hangs is none. */
const TIMEOUT_MS = 8_000;
/** Three reads in a row have brought nothing: what is shown may have changed. */
const STALE_MS = 30_000;
const TICK_MS = 1_000;
const MINUTE = { dateStyle: "short", timeStyle: "short" };
const CACHE = "heliograph-responder";
const SVG = "http://www.w3.org/2000/svg";
/** Texts of the refusals that say something about the link. */
const PROBLEMS = { A0400: "wrongLink", A0440: "revoked" };

const token = location.hash.slice(1);
const keptAt = new URL(`kept/${token}`, location.href).href;
const find = (selector) => document.querySelector(selector);
const put = (selector, text) => {
  find(selector).textContent = text;
};

function firstLanguage() {
  const wanted = navigator.languages.map((tag) => tag.toLowerCase());
  const found = wanted.map((tag) => Object.keys(texts).find((each) => tag.startsWith(each.split("-")[0])));
  return found.find((each) => each !== undefined) ?? "en";
}

let language = firstLanguage();
let shown;
/** Text of what is wrong with the link or the connection, where there is no view to show. */
let problem;
let isOffline = false;
/** When the view was requested, on a clock that no one sets. */
let requestedMs = 0;

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches
  ? "dark"
  : "light";

/** The last response is kept on this device for times without a connection, until the link is revoked. */
async function keep(entry) {
  if (!("caches" in window)) return;
  const cache = await caches.open(CACHE);
  if (entry === undefined) await cache.delete(keptAt);
  else await cache.put(keptAt, new Response(JSON.stringify(entry)));
}

async function readKept() {
  if (!("caches" in window)) return undefined;
  const kept = await (await caches.open(CACHE)).match(keptAt);
  return await kept?.json();
}

function ageText(at) {
  const { seconds, minutes, hours } = texts[language];
  const ageS = Math.max(0, Math.round((Date.now() + shown.offsetMs - Date.parse(at)) / 1_000));
  if (ageS < 120) return seconds(ageS);
  return ageS < 7_200 ? minutes(Math.round(ageS / 60)) : hours(Math.round(ageS / 3_600));
}

function draw(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
}

function drawRoof({ groups }) {
  const svg = find("svg[role=img]");
  svg.replaceChildren();
  for (const group of groups) {
    const { xM, yM, rotationDeg, moduleWidthM: width, moduleHeightM: height } = group;
    const place = draw("g", { transform: `translate(${xM} ${yM}) rotate(${rotationDeg})` }, svg);
    for (const [row, column, state] of group.modules) {
      const [x, y] = [column * width, row * height];
      draw("rect", { x, y, width: width * 0.92, height: height * 0.92, class: state }, place);
      if (state === "open")
        draw(
          "path",
          {
            d: `M${x + width * 0.2} ${y + height * 0.2}L${x + width * 0.72} ${y + height * 0.72}M${x + width * 0.72} ${y + height * 0.2}L${x + width * 0.2} ${y + height * 0.72}`,
            class: "mark",
          },
          place,
        );
    }
  }
  const { x, y, width, height } = svg.getBBox();
  svg.setAttribute("viewBox", `${x - 1} ${y - 1} ${width + 2} ${height + 2}`);
}

function showContacts(contacts) {
  const rows = contacts.map(({ name, phone }) => {
    const link = document.createElement("a");
    link.href = `tel:${phone.replaceAll(/[^+\d]/gu, "")}`;
    link.append(name, " ", phone);
    const row = document.createElement("li");
    row.append(link);
    return row;
  });
  find("ul").replaceChildren(...rows);
  find("ul").hidden = rows.length === 0;
}

/** In the plant's time, also on a phone whose clock or time zone is another. */
const timeText = (at, options) =>
  new Date(at).toLocaleString(tags[language], { timeZone: shown.view.timeZone, ...options });

function evidenceText(isEarlier) {
  const text = texts[language];
  const { view } = shown;
  const { state, lastMeasuredAt } = view;
  const gateways = `${text.gateways(view)}${view.offlineUnits > 0 ? text.offline(view.offlineUnits) : ""}`;
  if (state === "normal") return gateways;
  if (lastMeasuredAt === null) return `${text.proof(view, "")} · ${gateways}`;
  const measured = isEarlier
    ? text.proofAt(view, timeText(lastMeasuredAt, MINUTE))
    : text.proof(view, ageText(lastMeasuredAt));
  return `${measured} · ${gateways}`;
}

function showState() {
  const text = texts[language];
  const { view, readAt, offsetMs } = shown;
  // Whichever clock is further: that of the phone can be set back, and the other one may stop while it sleeps.
  const elapsedMs = Math.max(Date.now() - readAt, performance.now() - requestedMs);
  const isStale = isOffline || elapsedMs > STALE_MS;
  const evidence = readEvidence(view, { elapsedMs, isStale });
  const isEarlier = evidence === "dark" || evidence === "earlier";
  find("#state").dataset.evidence = evidence;
  const state = text.state[view.state];
  put("#state strong", isEarlier ? text.provenAt(state, timeText(view.lastMeasuredAt, MINUTE)) : state);
  put("#state .meaning", text[evidence]);
  put(".proof", evidenceText(isEarlier));
  // Nothing on the roof looks proven that is not.
  find("svg[role=img]").dataset.earlier = String(isStale || !(view.recentForMs > elapsedMs));
  find("#stale").hidden = !isStale;
  put("#stale", text.stale(timeText(readAt + offsetMs)));
}

function show() {
  const text = texts[language];
  document.documentElement.lang = tags[language];
  for (const button of document.querySelectorAll("nav button"))
    button.setAttribute("aria-pressed", String(button.dataset.language === language));
  find("#gone").hidden = shown !== undefined || problem === undefined;
  if (shown === undefined) {
    put("#gone .problem", text[problem] ?? "");
    put("#gone .meaning", text.unsafe);
    return;
  }
  const { view } = shown;
  find("#state").hidden = false;
  find("#content").hidden = false;
  document.title = view.plantName;
  put("h1", view.plantName);
  put(".switches", text.switches);
  put(".places", view.switchPlaces === "" ? text.noSwitches : view.switchPlaces);
  put(".contacts", view.contacts.length === 0 ? text.noContacts : text.contacts);
  showContacts(view.contacts);
  const hasRoof = view.groups.length > 0;
  put(".roof", hasRoof ? text.roof : text.noRoof);
  put(".roof-note", hasRoof && !view.isPublishedLayout ? text.automatic : "");
  put(".legend", hasRoof ? text.legend : "");
  find("svg[role=img]").setAttribute("aria-label", text.roof);
  find("svg[role=img]").toggleAttribute("hidden", !hasRoof);
  if (hasRoof) drawRoof(view);
  put(".warning", text.warning);
  showState();
}

/** Nothing may look current that is not. */
function showProblem(key) {
  shown = undefined;
  problem = key;
  find("#state").hidden = true;
  find("#stale").hidden = true;
  find("#content").hidden = true;
  show();
}

async function request() {
  const response = await fetch("../api/public/responder", {
    method: "POST",
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { "content-type": "application/json", "accept-language": tags[language] },
    body: JSON.stringify({ token }),
  });
  const sentAt = Date.parse(response.headers.get("date") ?? "");
  const { code, data } = await response.json();
  return { code, data, offsetMs: Number.isNaN(sentAt) ? 0 : sentAt - Date.now() };
}

async function read() {
  const startedMs = performance.now();
  let reply;
  try {
    reply = await request();
  } catch {
    return await showKept();
  }
  const { code, data, offsetMs } = reply;
  if (code in PROBLEMS) {
    await keep(undefined);
    return showProblem(PROBLEMS[code]);
  }
  // Anything else is not from the server, or the server is unavailable.
  if (code !== "0") return await showKept();
  isOffline = false;
  shown = { view: data, readAt: Date.now(), offsetMs };
  requestedMs = startedMs;
  show();
  await keep(shown);
}

async function showKept() {
  isOffline = true;
  shown ??= await readKept();
  if (shown === undefined) showProblem(problem ?? "never");
  else show();
}

for (const [each, { name }] of Object.entries(texts)) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.language = each;
  button.textContent = name;
  button.addEventListener("click", () => {
    language = each;
    show();
  });
  find("nav").append(button);
}
show();
void read();
setInterval(() => {
  if (document.visibilityState === "visible") void read();
}, READ_MS);
setInterval(() => {
  if (shown !== undefined) showState();
}, TICK_MS);
addEventListener("online", () => void read());
addEventListener("hashchange", () => location.reload());
document.addEventListener("visibilitychange", () => void read());
if ("serviceWorker" in navigator)
  navigator.serviceWorker.register("../service-worker.js", { updateViaCache: "none" }).catch((error) => {
    // The page works without it while there is a connection.
    console.warn("This page cannot be opened without a connection:", error);
  });
