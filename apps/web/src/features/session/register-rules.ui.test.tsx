import type { Language } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { go, openConsole, reopenConsole } from "../../../test/ui/console.tsx";

const sentences: Record<Language, readonly string[]> = {
  en: [
    "Enter your email or phone number",
    "Enter the verification code",
    "Enter your name",
    "The password must have 6 to 16 characters",
    "The password is not the same",
    "Accept the user agreement",
  ],
  "zh-cn": [
    "请输入邮箱或电话号码",
    "请输入验证码",
    "请输入您的姓名",
    "密码须为 6 至 16 个字符",
    "两次输入的密码不一致",
    "请先同意用户协议",
  ],
  pt: [
    "Informe seu e-mail ou telefone",
    "Informe o código de verificação",
    "Informe seu nome",
    "A senha deve ter de 6 a 16 caracteres",
    "As senhas não são iguais",
    "Aceite o termo de uso",
  ],
  th: [
    "โปรดกรอกอีเมลหรือหมายเลขโทรศัพท์",
    "โปรดกรอกรหัสยืนยัน",
    "โปรดกรอกชื่อของคุณ",
    "รหัสผ่านต้องมี 6 ถึง 16 ตัวอักษร",
    "รหัสผ่านไม่ตรงกัน",
    "โปรดยอมรับข้อตกลงผู้ใช้",
  ],
};

const inputNamed = (name: string) =>
  page.elementLocator(document.querySelector(`input[name="${name}"]`) as Element);
const submit = () => page.elementLocator(document.querySelector('button[type="submit"]') as Element);

test("each rule of registering has its sentence beside the field, in four languages, on a phone too [R5.3, R5.15, R5.16, R5.17, R5.18, R1.16]", async () => {
  await page.viewport(360, 740);
  await openConsole({ isSignedOut: true, at: "/reg" });
  for (const language of ["en", "zh-cn", "pt", "th"] as const) {
    go(`/reg?lang=${language}`);
    await expect.poll(() => document.documentElement.lang.slice(0, 2)).toBe(language.slice(0, 2));
    await reopenConsole();
    await expect.poll(() => document.querySelector('input[name="confirmPassword"]')).not.toBeNull();
    await inputNamed("confirmPassword").fill("another");
    await submit().click();
    for (const sentence of sentences[language])
      await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
    expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(6);
    expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0);
  }
  await inputNamed("target").fill("ana@");
  await submit().click();
  await expect.element(page.getByText("โปรดกรอกอีเมลให้ถูกต้อง")).toBeVisible();
});
