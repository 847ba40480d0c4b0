import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  table: {
    columns: "คอลัมน์",
    columnsReset: "คืนค่าเริ่มต้น",
    range: "{{from}}–{{to}} จาก {{total}} รายการ",
    pages: "หน้า",
    page: "หน้า {{page}}",
    previous: "หน้าก่อน",
    next: "หน้าถัดไป",
    pageSize: "จำนวนแถวต่อหน้า",
    perPage: "{{size}} แถวต่อหน้า",
    choose: "เลือก {{name}}",
    chooseAll: "เลือกทั้งหมดในหน้านี้",
    chosen_one: "เลือกแล้ว {{figure}} รายการ",
    chosen_other: "เลือกแล้ว {{figure}} รายการ",
    clearChosen: "ยกเลิกการเลือก",
    noneFits: "ไม่พบรายการที่ตรงเงื่อนไข",
    noneFitsText: "ลองใช้คำอื่น หรือลดตัวกรองลง",
    showAll: "แสดงทั้งหมด",
    pastEnd: "รายการมีไม่ถึงหน้านี้",
    toFirst: "ไปหน้าแรก",
  },
  refused: { title: "ไม่มีสิทธิ์ดูส่วนนี้", text: "บัญชีของคุณดูส่วนนี้ไม่ได้ โปรดติดต่อผู้ดูแลระบบ" },
  asking: {
    wrong: "ข้อมูลนี้ไม่ถูกต้อง",
    confirm: "ตกลง",
    leaveTitle: "ออกโดยไม่บันทึกหรือไม่",
    leaveText: "สิ่งที่คุณป้อนยังไม่ได้บันทึกและจะหายไป",
    leave: "ออก",
  },
};
