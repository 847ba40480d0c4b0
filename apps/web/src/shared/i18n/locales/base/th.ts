import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  brand: { cloud: "Heliograph คลาวด์" },
  title: {
    login: "เข้าสู่ระบบ",
    home: "หน้าแรก",
    station: "ภาพรวมโรงไฟฟ้า",
    addStation: "เพิ่มโรงไฟฟ้า",
    noPermission: "ไม่มีสิทธิ์",
    notFound: "ไม่พบหน้า",
  },
  action: {
    cancel: "ยกเลิก",
    close: "ปิด",
    retry: "ลองอีกครั้ง",
    reload: "โหลดใหม่",
    signIn: "เข้าสู่ระบบ",
    toHome: "กลับหน้าแรก",
    toLogin: "ไปหน้าเข้าสู่ระบบ",
  },
  login: {
    claim: "ทุกแผง\nทุกนาที",
    title: "เข้าสู่ระบบ",
    account: "อีเมลหรือหมายเลขโทรศัพท์",
    password: "รหัสผ่าน",
    accountNeeded: "กรุณากรอกอีเมลหรือหมายเลขโทรศัพท์",
    passwordNeeded: "กรุณากรอกรหัสผ่าน",
    busy: "กำลังเข้าสู่ระบบ…",
    public: "ดูโรงไฟฟ้าสาธารณะ",
  },
  session: {
    overTitle: "หน้านี้ใช้ไม่ได้แล้ว",
    overText: "เซสชันของคุณสิ้นสุดแล้ว กรุณาเข้าสู่ระบบอีกครั้ง แล้วคุณจะกลับมาที่หน้านี้",
    signInAgain: "เข้าสู่ระบบอีกครั้ง",
  },
  language: { label: "ภาษา: {{name}}" },
  theme: { label: "ธีม", system: "ตามระบบ", light: "สว่าง", dark: "มืด" },
  error: { unreachable: "ติดต่อเซิร์ฟเวอร์ไม่ได้ กรุณาตรวจสอบการเชื่อมต่อ" },
  state: {
    failed: "โหลดข้อมูลไม่สำเร็จ",
    failedText: "เซิร์ฟเวอร์ไม่ตอบตามที่คาดไว้",
    broken: "หน้านี้เกิดข้อผิดพลาด",
    brokenText: "การโหลดใหม่มักช่วยได้",
  },
  noPermission: {
    title: "ไม่มีสิทธิ์เข้าถึงหน้านี้",
    text: "บัญชีของคุณเปิดหน้านี้ไม่ได้ กรุณาติดต่อผู้ดูแลระบบ",
  },
  notFound: { title: "ไม่มีอะไรที่นี่", text: "หน้าถูกย้าย หรือที่อยู่ไม่ถูกต้อง" },
};
