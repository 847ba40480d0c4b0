import type { Language } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { go, openConsole } from "../../../test/ui/console.tsx";

const languages = ["zh-cn", "en", "pt", "th"] as const;

interface PublicPage {
  readonly path: string;
  /** Title of the window by language: a translation, without the brand in front (R2.4). */
  readonly titles: Readonly<Record<Language, string>>;
}

const pages: readonly PublicPage[] = [
  { path: "/login", titles: { "zh-cn": "登录", en: "Sign in", pt: "Entrar", th: "เข้าสู่ระบบ" } },
  { path: "/reg", titles: { "zh-cn": "注册", en: "Register", pt: "Cadastro", th: "สมัครใช้งาน" } },
  {
    path: "/forgot",
    titles: { "zh-cn": "忘记密码", en: "Forgot password", pt: "Senha esquecida", th: "ลืมรหัสผ่าน" },
  },
  {
    path: "/mobile/Choose",
    titles: {
      "zh-cn": "产品资料",
      en: "Product information",
      pt: "Informações do produto",
      th: "ข้อมูลผลิตภัณฑ์",
    },
  },
  {
    path: "/mobile/file",
    titles: { "zh-cn": "规格书", en: "Datasheet", pt: "Ficha técnica", th: "เอกสารข้อมูลทางเทคนิค" },
  },
  {
    path: "/mobile/huizi",
    titles: { "zh-cn": "产品画册", en: "Brochure", pt: "Brochura", th: "โบรชัวร์" },
  },
  {
    path: "/mobile/preview?img=/pwa/icons/icon-192.png",
    titles: { "zh-cn": "图片预览", en: "Picture preview", pt: "Imagem", th: "รูปภาพ" },
  },
  {
    path: "/mobile/download",
    titles: { "zh-cn": "下载应用", en: "Get the app", pt: "Obter o aplicativo", th: "ติดตั้งแอป" },
  },
];

/** What is read on the page and by screen readers; names of languages are in their own language. */
const listTexts = (): string[] =>
  [...document.querySelectorAll("#root *")]
    .filter((element) => !element.closest("[popover], [lang]:not(html)"))
    .flatMap((element) => [
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...["aria-label", "alt", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    ])
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text));

const scripts = {
  "zh-cn": /\p{Script=Han}/u,
  th: /\p{Script=Thai}/u,
} as const;
/** Names, units and commands, which are the same everywhere. */
const sameEverywhere =
  /^(Heliograph|MCON|Gateway \(DCON\)|String \(SCON\)|Android|Apache-2\.0|\$ npm start|English|Português|简体中文|ไทย|[-–\d.,\s]+ ?(ms|s|MB|dBm|[kMGT]?Wh?|W\/m²|°C))$/u;

/** Texts in another script than the language's, and English sentences on a Portuguese page. */
function findForeignTexts(language: Language, english: ReadonlySet<string>): string[] {
  return listTexts().filter((text) => {
    if (sameEverywhere.test(text)) return false;
    if (language === "zh-cn" || language === "th") return !scripts[language].test(text);
    if (/[\p{Script=Han}\p{Script=Thai}]/u.test(text)) return true;
    return language === "pt" && text.length > 12 && english.has(text);
  });
}

const widthOf = () => document.documentElement.scrollWidth;
const heading = page.getByRole("heading", { level: 1 });

for (const { path, titles } of pages)
  test(`${path}: own title, in four languages, from 360 px without scrolling aside [R1.13, R1.16, R2.4, R2.6, R2.13-R2.16, R2.18]`, async () => {
    const join = path.includes("?") ? "&" : "?";
    await openConsole({ isSignedOut: true, at: path });
    await expect.element(heading).toBeInTheDocument();
    await expect.poll(listTexts).not.toEqual([]);
    const english = new Set(listTexts());
    await page.viewport(360, 800);
    for (const language of languages) {
      go(`${path}${join}lang=${language}`);
      await expect.poll(() => document.title).toBe(titles[language]);
      await expect.element(heading).toBeInTheDocument();
      await expect.poll(() => findForeignTexts(language, english)).toEqual([]);
      expect(listTexts().length).toBeGreaterThan(4);
      await expect.poll(widthOf).toBe(360);
    }
    await page.viewport(1520, 800);
    await expect.poll(widthOf).toBe(1520);
  });

test("the page of choices leads to brochure, datasheet, solutions and app [R2.13]", async () => {
  await openConsole({ isSignedOut: true, at: "/mobile/Choose" });
  const links = page.getByRole("main").getByRole("link");
  await expect.element(links).toHaveLength(4);
  expect(links.elements().map((link) => (link as HTMLAnchorElement).hash)).toEqual([
    "#/mobile/huizi",
    "#/mobile/file",
    "#/mobile/foldout",
    "#/mobile/download",
  ]);
});

test("the datasheet shows the ranges of the device link and figures in the reader's way [R2.14]", async () => {
  await openConsole({ isSignedOut: true, at: "/mobile/file" });
  await expect.element(page.getByRole("row", { name: /^Input voltage/ })).toMatchTextContent(/2,000 V$/);
  await expect.element(page.getByText("97,000 per second")).toBeVisible();
  go("/mobile/file?lang=pt");
  await expect.element(page.getByText("97.000 por segundo")).toBeVisible();
});
