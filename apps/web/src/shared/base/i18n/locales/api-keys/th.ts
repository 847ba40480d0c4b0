import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  apiKeys: {
    intro: "โปรแกรมอ่านข้อมูลโรงไฟฟ้าของคุณด้วยคีย์แทนรหัสผ่าน เช่น สคริปต์ แดชบอร์ด Prometheus คีย์ไม่สามารถแก้ไขสิ่งใดได้",
    add: "สร้างคีย์",
    none: "ไม่มีคีย์ API",
    noneText: "คีย์ที่คุณสร้างจะแสดงที่นี่",
    column: {
      name: "ชื่อ",
      state: "สถานะ",
      key: "คีย์",
      rights: "สิทธิ์",
      plants: "โรงไฟฟ้า",
      expiresAt: "หมดอายุ",
      lastUsedAt: "ใช้ล่าสุด",
      actions: "การดำเนินการ",
    },
    state: {
      active: "ใช้งานได้",
      expired: "หมดอายุแล้ว",
      revoked: "เพิกถอนแล้ว",
    },
    plantsOf: {
      all: "ทุกโรงไฟฟ้า",
      chosen: "โรงไฟฟ้าที่เลือก",
    },
    permission: {
      station: "ดูโรงไฟฟ้า",
      device: "ดูอุปกรณ์",
      alarm: "ดูสัญญาณเตือน",
    },
    form: {
      name: "ชื่อ",
      nameHint: "โปรแกรมที่ใช้คีย์ เช่น Grafana",
      rights: "สิทธิ์",
      rightsHint: "คีย์มีสิทธิ์ไม่เกินบัญชีของคุณ",
      plants: "โรงไฟฟ้า",
      chosen: "โรงไฟฟ้าที่เลือก",
      days: "ใช้ได้นาน (วัน 1–366)",
      expires: "หมดอายุเมื่อ {{at}}",
      mqtt: "รับข้อมูลผ่าน MQTT (Home Assistant)",
      mqttHint: "Home Assistant แสดงโรงไฟฟ้าเป็นอุปกรณ์ ได้แก่ กำลังไฟ พลังงาน และสถานะ ต้องมีสิทธิ์ดูโรงไฟฟ้า สูงสุด 50 แห่ง",
      mqttHintAlarms:
        "Home Assistant แสดงโรงไฟฟ้าเป็นอุปกรณ์ ได้แก่ กำลังไฟ พลังงาน สถานะ และจำนวนสัญญาณเตือนที่ยังไม่สิ้นสุด ต้องมีสิทธิ์ดูโรงไฟฟ้า สูงสุด 50 แห่ง",
    },
    mqtt: {
      title: "เชื่อมต่อ Home Assistant (MQTT)",
      text: "คีย์ที่เลือก “รับข้อมูลผ่าน MQTT” จะได้รับค่าของโรงไฟฟ้าที่นี่ คีย์อื่นจะถูกปฏิเสธ",
      address: "ที่อยู่",
      user: "ชื่อผู้ใช้",
      anyUser: "ชื่อใดก็ได้",
      password: "รหัสผ่าน",
      itsKey: "คีย์",
      topics: "หัวข้อ",
      example: "การตั้งค่าเชื่อมโบรกเกอร์ Mosquitto",
      bridgeText:
        "บันทึกไฟล์ในโฟลเดอร์การตั้งค่าของ Mosquitto และแทน {{placeholder}} ด้วยคีย์ของคุณ คีย์ใหม่จะถูกใส่ให้เมื่อสร้าง",
    },
    keyTitle: "คีย์ {{name}}",
    key: "คีย์ API",
    keyText: "เก็บคีย์นี้ไว้ในที่ปลอดภัย คีย์จะแสดงเฉพาะตอนนี้ และหมดอายุเมื่อ {{at}}",
    firstCall: "ตัวอย่างการเรียก",
    codeCopied: "คัดลอกแล้ว",
    copy: "คัดลอก",
    copied: "คัดลอกคีย์แล้ว",
    done: "เสร็จสิ้น",
    revoke: "เพิกถอน",
    revokeTitle: "เพิกถอน {{name}} หรือไม่",
    revokeText: "โปรแกรมที่ใช้คีย์นี้จะเข้าถึงไม่ได้ทันที ไม่สามารถย้อนกลับได้",
  },
};
