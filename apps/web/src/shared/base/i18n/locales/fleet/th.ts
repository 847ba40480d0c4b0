import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  fleet: {
    allPlants: "โรงไฟฟ้าทั้งหมด",
    localDay: "ตามวันท้องถิ่นของแต่ละโรงไฟฟ้า",
    last24h: "24 ชั่วโมงล่าสุด",
    openAlarms: "สัญญาณเตือนที่ยังไม่แก้ไข",
    noAlarms: "ไม่มี",
    deviceAlarms: "อุปกรณ์ {{figure}}",
    thresholdAlarms: "ค่าขีดจำกัด {{figure}}",
    noPermission: "บทบาทของคุณไม่มีสิทธิ์ดูสัญญาณเตือน",
    without_one: "ไม่รวม {{figure}} โรงไฟฟ้าที่ซ่อนข้อมูลนี้จากคุณ",
    without_other: "ไม่รวม {{figure}} โรงไฟฟ้าที่ซ่อนข้อมูลนี้จากคุณ",
    trend: "พลังงาน 30 วันล่าสุด",
    trendLabel: "พลังงาน 30 วันล่าสุด รวม {{energy}}",
    energy: "พลังงาน",
    expected: {
      irradiance: "ค่าที่คาดจากความเข้มแสงที่วัดได้",
      "clear-sky": "ค่าที่คาดเมื่อท้องฟ้าแจ่มใส",
      mixed: "ค่าที่คาดจากความเข้มแสงหรือท้องฟ้าแจ่มใส",
      none: "ค่าที่คาด",
    },
    shareOf: {
      irradiance: "{{share}} ของค่าที่คาด (วัดความเข้มแสง)",
      "clear-sky": "{{share}} ของท้องฟ้าแจ่มใส",
      mixed: "{{share}} ของค่าที่คาด (ความเข้มแสงหรือท้องฟ้าแจ่มใส)",
    },
    expectedTip: "เส้นประ: พลังงานที่คาดในชั่วโมงที่มีข้อมูล ท้องฟ้าแจ่มใส: เสมือนไม่มีเมฆ",
    share: "สัดส่วนในชั่วโมงเดียวกัน",
    noData: "ไม่มีข้อมูล",
    withData_one: "{{figure}} โรงไฟฟ้าที่มีข้อมูล",
    withData_other: "{{figure}} โรงไฟฟ้าที่มีข้อมูล",
    noTrend: "ยังไม่มีวันที่ครบ",
    noTrendText: "วันจะแสดงที่นี่เมื่อสิ้นสุดสำหรับทุกโรงไฟฟ้าของคุณ",
    losses: "การสูญเสียมากที่สุด",
    yesterday: "เมื่อวาน",
    week: "7 วัน",
    noLosses: "ไม่มีโรงไฟฟ้าที่ต่ำกว่าค่าที่คาด",
    noLossesText: "โรงไฟฟ้าที่มีพิกัดจะเทียบกับพลังงานที่คาดในชั่วโมงที่มีข้อมูล",
  },
};
