import { describe, expect, test } from "vitest";
import { codes } from "../codes.ts";
import { permissionIds, seededMatrix } from "../permissions.ts";
import { en } from "./en.ts";
import { formatMessage, isMessageKey, messages } from "./messages.ts";

const keys = Object.keys(en) as (keyof typeof en)[];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each(Object.entries(messages))("the sentences in %s", (language, texts) => {
  test("are complete, not empty, and have the placeholders of the English ones", () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect({ key, isEmpty: texts[key].trim() === "" }).toEqual({ key, isEmpty: false });
      expect({ key, placeholders: placeholders(texts[key]) }).toEqual({
        key,
        placeholders: placeholders(en[key]),
      });
    }
  });

  test("are written in that language", () => {
    // Names and abbreviations are the same everywhere, and so is a subject of placeholders only.
    const shared = /^(role\.ROOT|permission\.firmware$|code\.A0150|event\.other|mail\.alarm\.subject$)/;
    const same = keys.filter((key) => texts[key] === en[key] && !shared.test(key));
    if (language === "en") return;
    // Portuguese shares a few words with English.
    const alike = ["Gateway", "Layout", "Normal", "Offline", "Online", "Status", "String", "Total"];
    expect(same.filter((key) => !alike.includes(texts[key]))).toEqual([]);
    if (language === "zh-cn" || language === "th") {
      const script = language === "th" ? /\p{Script=Thai}/u : /\p{Script=Han}/u;
      expect(keys.filter((key) => !script.test(texts[key]) && !shared.test(key))).toEqual([]);
    }
  });
});

test("has a sentence for every code, permission, type and role", () => {
  const expected = [
    ...Object.keys(codes)
      .filter((code) => code !== "0")
      .map((code) => `code.${code}`),
    ...permissionIds.map((id) => `permission.${id}`),
    ...seededMatrix.flatMap((type) => [
      `customerType.${type.code}`,
      ...type.roles.map((role) => `role.${role.code}`),
    ]),
  ];
  expect(expected.filter((key) => !isMessageKey(key))).toEqual([]);
});

test("fills placeholders and leaves a text without parameters alone", () => {
  expect(formatMessage("en", "field.tooLong", { max: 80 })).toBe("Enter at most 80 characters.");
  expect(formatMessage("zh-cn", "field.tooLong", { max: 80 })).toBe("最多输入80个字符");
  expect(formatMessage("en", "code.A0230")).not.toContain("{");
});

test("states that the login failed and what to do next, never whether the account exists", () => {
  const sentences = (["en", "zh-cn", "pt", "th"] as const).map((language) =>
    formatMessage(language, "code.A0200"),
  );
  expect(sentences).toEqual([
    expect.stringMatching(/^Login failed\..*password.*reset the password/),
    expect.stringMatching(/^登录失败。.*密码.*重置密码/),
    expect.stringMatching(/^Falha no login\..*senha.*redefina a senha/),
    expect.stringMatching(/^เข้าสู่ระบบไม่สำเร็จ .*รหัสผ่าน.*รีเซ็ตรหัสผ่าน/),
  ]);
});
