import { expect, it } from "vitest";
import { texts as en } from "../../base/i18n/locales/blocks/en.ts";
import { texts as pt } from "../../base/i18n/locales/blocks/pt.ts";
import { texts as th } from "../../base/i18n/locales/blocks/th.ts";
import { texts as zhCn } from "../../base/i18n/locales/blocks/zh-cn.ts";
import { askConfirm, askingStore, askText, findRefusal, isMatching } from "./asking.ts";

it("resolves as confirm, cancel or close [R4.16]", async () => {
  for (const word of ["confirm", "cancel", "close"] as const) {
    const asking = askConfirm({ title: "Delete?", text: "It is gone then.", confirmText: "Delete" });
    const [asked] = askingStore.read();
    if (asked === undefined || !("question" in asked)) throw new Error("nothing is asked");
    asked.finish(word);
    expect(await asking).toBe(word);
    expect(askingStore.read()).toEqual([]);
  }
});

it("resolves each of two simultaneous questions with its own result", async () => {
  const first = askText({ title: "Name", label: "Name" });
  const second = askText({ title: "Place", label: "Place" });
  const [one, two] = askingStore.read();
  if (one === undefined || two === undefined || "question" in one || "question" in two)
    throw new Error("not both are asked");
  two.finish("Roof");
  one.finish(undefined);
  expect([await first, await second]).toEqual([undefined, "Roof"]);
});

it("closes without a word all that is asked when its page is left [R4.16]", async () => {
  const name = askText({ title: "Name", label: "Name" });
  const sure = askConfirm({ title: "Delete?", text: "It is gone then.", confirmText: "Delete" });
  askingStore.closeAll();
  expect(askingStore.read()).toEqual([]);
  expect([await name, await sure]).toEqual([undefined, "close"]);
});

it("takes a text that fits pattern and rule, and no other [R5.23]", () => {
  const question = { title: "", label: "", pattern: /^[a-z]+$/g, isValid: (text: string) => text !== "con" };
  expect([isMatching("roof", question), isMatching("roof", question)]).toEqual([true, true]);
  expect(isMatching(" roof ", question)).toBe(true);
  for (const text of ["", "  ", "roof 1", "con"]) expect(isMatching(text, question)).toBe(false);
});

it("says the default sentence when the pattern or the validator fails, in each language [R5.23]", () => {
  const sentences = [en, zhCn, pt, th].map(({ asking }) => asking.wrong);
  expect(sentences).toEqual([
    "This value is not valid.",
    "内容有误",
    "Este valor não é válido.",
    "ข้อมูลนี้ไม่ถูกต้อง",
  ]);
  const question = { title: "", label: "" };
  for (const wrong of sentences) {
    const texts = { empty: "Enter a value.", wrong };
    expect(findRefusal("roof 1", { ...question, pattern: /^[a-z]+$/ }, texts)).toBe(wrong);
    expect(findRefusal("roof", { ...question, isValid: () => false }, texts)).toBe(wrong);
    expect(findRefusal("roof", { ...question, pattern: /^[a-z]+$/ }, texts)).toBeUndefined();
    const own = { ...question, pattern: /^[a-z]+$/, errorText: "Letters only." };
    expect(findRefusal("1", own, texts)).toBe("Letters only.");
    expect(findRefusal(" ", own, texts)).toBe("Enter a value.");
  }
});
