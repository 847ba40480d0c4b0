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
  },
};
