const texts = {
  "zh-cn": {
    title: "没有连接",
    text: "无法连接 Heliograph：本设备处于离线状态，或服务器没有响应。",
    kept: "本设备上不保存任何电站数据，因此在恢复连接之前没有内容可以显示。",
    retry: "立即重试",
    tried: (time) => `上次尝试：${time}。本页会自动继续尝试。`,
  },
  en: {
    title: "No connection",
    text: "Heliograph cannot be reached: this device is offline, or the server does not answer.",
    kept: "No plant data is kept on this device, so there is nothing to show until the connection is back.",
    retry: "Try now",
    tried: (time) => `Last try at ${time}. This page goes on trying by itself.`,
  },
  pt: {
    title: "Sem conexão",
    text: "Não é possível acessar o Heliograph: este aparelho está sem internet ou o servidor não responde.",
    kept: "Nenhum dado de usina fica guardado neste aparelho; por isso não há nada a mostrar até a conexão voltar.",
    retry: "Tentar agora",
    tried: (time) => `Última tentativa às ${time}. Esta página continua tentando sozinha.`,
  },
  th: {
    title: "ไม่มีการเชื่อมต่อ",
    text: "ติดต่อ Heliograph ไม่ได้ อุปกรณ์นี้ออฟไลน์อยู่ หรือเซิร์ฟเวอร์ไม่ตอบสนอง",
    kept: "ไม่มีการเก็บข้อมูลโรงไฟฟ้าไว้ในอุปกรณ์นี้ จึงยังไม่มีอะไรแสดงจนกว่าจะเชื่อมต่อได้อีกครั้ง",
    retry: "ลองตอนนี้",
    tried: (time) => `ลองล่าสุดเมื่อ ${time} หน้านี้จะลองใหม่เองต่อไป`,
  },
};
const tags = { "zh-cn": "zh-CN", en: "en-GB", pt: "pt-BR", th: "th-TH-u-ca-gregory-nu-latn" };

const TRY_MS = 5_000;

/** What the console keeps under a key of local storage (R9.5). */
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function chosenTheme() {
  try {
    const { theme } = JSON.parse(stored("prefs") ?? "{}") ?? {};
    if (theme === "light" || theme === "dark") return theme;
  } catch {
    // What cannot be read counts as not chosen.
  }
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const asked = new URLSearchParams(location.hash.split("?")[1] ?? "").get("lang");
const language = [asked, stored("language")].find((value) => Object.hasOwn(texts, value ?? "")) ?? "zh-cn";
const text = texts[language];
const find = (selector) => document.querySelector(selector);

document.documentElement.lang = tags[language];
document.documentElement.dataset.theme = chosenTheme();
document.title = text.title;
find("h1").textContent = text.title;
find(".text").textContent = text.text;
find(".kept").textContent = text.kept;
find("button").textContent = text.retry;

let isTrying = false;

async function tryAgain() {
  if (isTrying) return;
  isTrying = true;
  try {
    const { ok } = await fetch("api/health/live", { cache: "no-store", credentials: "omit" });
    if (ok) location.reload();
  } catch {
    // Still away.
  }
  isTrying = false;
  find(".tried").textContent = text.tried(new Date().toLocaleTimeString(tags[language]));
}

find("button").addEventListener("click", () => void tryAgain());
addEventListener("online", () => void tryAgain());
setInterval(() => {
  if (document.visibilityState === "visible") void tryAgain();
}, TRY_MS);
document.addEventListener("visibilitychange", () => void tryAgain());
