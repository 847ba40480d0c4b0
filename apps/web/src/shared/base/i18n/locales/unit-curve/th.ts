import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  unitCurve: {
    title: "กราฟรายวัน",
    day: "วันที่",
    measure: "ค่า",
    none: "ไม่มีข้อมูลในวันนี้",
    noneText: "ค่าจะแสดงที่นี่เมื่ออุปกรณ์รายงาน",
    power: "กำลังไฟ",
    voltage: "แรงดัน",
    current: "กระแส",
    temperature: "อุณหภูมิ",
    peak: "สูงสุด {{value}} เวลา {{time}}",
    implausible: "ไม่รวมพลังงานที่ผิดปกติ: {{value}}",
    input: "ขาเข้า",
    output: "ขาออก",
    silent: "ไม่มีรายงาน ค่าเหล่านี้เป็นค่าสุดท้ายเมื่อ {{time}}",
    asleep: "พักการทำงานเพราะดวงอาทิตย์อยู่ต่ำเกินไป ค่าเหล่านี้เป็นค่าสุดท้ายเมื่อ {{time}}",
    lastReport: "ไม่มีการรายงาน รายงานล่าสุดเมื่อ {{time}}",
    neverReported: "อุปกรณ์นี้ยังไม่เคยรายงาน",
    noValues: "พักการทำงานเพราะดวงอาทิตย์อยู่ต่ำเกินไป ค่าจะแสดงหลังดวงอาทิตย์ขึ้น",
  },
};
