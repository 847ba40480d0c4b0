import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  compare: {
    intro: "พลังงานต่อ kWp ของกำลังการผลิตติดตั้งในช่วงเวลา เพื่อเปรียบเทียบโรงไฟฟ้าต่างขนาด",
    period: "ช่วงเวลาที่เปรียบเทียบ",
    ranking: "อันดับ",
    median: "ค่ามัธยฐาน",
    rank: "ลำดับ",
    yield: "ผลผลิตจำเพาะ",
    difference: "เทียบกับมัธยฐาน",
    days: "วันที่มีข้อมูล",
    daysOf: "{{count}} จาก {{total}}",
    remove: "นำออก",
    removeNamed: "นำ {{name}} ออกจากการเปรียบเทียบ",
    hidden: "ซ่อนโดยการตั้งค่าโรงไฟฟ้า",
    noData: "ไม่มีข้อมูล",
    notShown_one: "ไม่แสดง {{figure}} โรงไฟฟ้า เนื่องจากไม่มีอยู่ หรือคุณไม่มีสิทธิ์เข้าถึง",
    notShown_other: "ไม่แสดง {{figure}} โรงไฟฟ้า เนื่องจากไม่มีอยู่ หรือคุณไม่มีสิทธิ์เข้าถึง",
    none: "ไม่ได้เลือกโรงไฟฟ้า",
    noneText: "เลือกโรงไฟฟ้าในรายการ แล้วกด “เปรียบเทียบ”",
    choose: "ไปที่รายการโรงไฟฟ้า",
  },
};
