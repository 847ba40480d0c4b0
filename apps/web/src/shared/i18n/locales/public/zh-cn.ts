import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  register: {
    title: "账号由管理员开通",
    text: "本服务器不开放自助注册。请联系您所在公司或本服务器的管理员为您创建账号，之后用登记的邮箱或手机号登录。",
  },
  forgot: {
    title: "新密码由管理员设置",
    text: "本服务器不会自行发送密码。请联系您所在公司或本服务器的管理员设置新密码，设置后即可登录。",
  },
  told: { back: "返回登录" },
};
