import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  agreement: {
    parts: "คู่มือและข้อตกลง",
    manual: "คู่มือการใช้งาน",
    agreement: "ข้อตกลงการใช้งาน",
    lead: "วิธีใช้คอนโซลและความหมายของตัวเลขต่าง ๆ คู่มือนี้อธิบายเวอร์ชันที่คุณกำลังใช้อยู่",
    contents: "สารบัญ",
    version: "เวอร์ชัน {{version}} วันที่ {{day}}",
  },
};
