import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  menu: { home: "โรงไฟฟ้า", control: "ข้อมูล", account: "บัญชี", system: "ระบบ" },
  account: {
    label: "บัญชี {{name}}",
    signOut: "ออกจากระบบ",
    signOutTitle: "ออกจากระบบหรือไม่",
    signOutText: "คุณจะออกจากคอนโซลในทุกแท็บของเบราว์เซอร์นี้ที่ใช้เซสชันเดียวกัน",
  },
  frame: {
    look: "ธีมและขนาด",
    offline: "คุณออฟไลน์อยู่ ข้อมูลที่เห็นเป็นข้อมูลก่อนหน้านี้ และจะอัปเดตเองเมื่อเชื่อมต่อได้อีกครั้ง",
    path: "เส้นทาง",
    home: "หน้าแรก",
    pages: "หน้าในส่วนนี้",
    tabs: "หน้าที่เปิดอยู่",
    fold: "ย่อเมนู",
    closeTab: "ปิด {{name}}",
    unsaved: "ยังไม่ได้บันทึก",
    unsavedTitle: "ปิด “{{name}}” หรือไม่",
    unsavedText: "ข้อมูลที่กรอกในหน้านี้ยังไม่ได้บันทึกและจะหายไป",
    closeAnyway: "ปิด",
    skip: "ข้ามไปยังเนื้อหา",
    areas: "ส่วนงาน",
    alarms: "สัญญาณเตือนที่ยังไม่แก้ไข: {{count}}",
    notLive: "การเชื่อมต่อสดขาดหายและกำลังเชื่อมต่อใหม่ ค่าที่เห็นอาจไม่ใช่ค่าล่าสุด",
  },
  palette: {
    title: "ค้นหาในคอนโซล",
    button: "โรงไฟฟ้า, SN, หน้า…",
    hint: "ชื่อหรือหมายเลขโรงไฟฟ้า, SN หรือหน้า",
    pages: "หน้า",
    plants: "โรงไฟฟ้า",
    devices: "อุปกรณ์",
    found: "ผลการค้นหา",
    none: "ไม่พบรายการที่ตรงกัน",
    busy: "กำลังค้นหา…",
  },
};
