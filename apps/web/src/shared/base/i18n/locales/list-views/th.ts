import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  listViews: {
    views: "มุมมองที่บันทึก",
    isDefault: "ค่าเริ่มต้น",
    saveView: "บันทึกมุมมอง",
    manageViews: "จัดการมุมมอง",
    viewName: "ชื่อมุมมอง",
    viewHint: "บันทึกการค้นหา ตัวกรอง การเรียงลำดับ คอลัมน์ และการแสดงผล",
    viewReplaced: "แทนที่มุมมองที่มีชื่อนี้",
    openFirst: "เปิดเป็นอันดับแรก",
    openViewFirst: "เปิด {{name}} เป็นอันดับแรก",
    save: "บันทึก",
    viewSaved: "บันทึกมุมมอง “{{name}}” แล้ว",
    renameView: "เปลี่ยนชื่อมุมมอง {{name}}",
    rename: "เปลี่ยนชื่อ",
    deleteView: "ลบ",
    deleteNamed: "ลบมุมมอง {{name}}",
    deleteViewTitle: "ลบมุมมอง {{name}} หรือไม่",
    deleteViewText: "ลบเฉพาะมุมมองนี้เท่านั้น",
    viewActions: "การดำเนินการ",
    noViews: "ไม่มีมุมมองที่บันทึก",
  },
};
