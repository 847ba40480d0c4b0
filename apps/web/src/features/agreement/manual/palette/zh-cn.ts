import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "随处查找：Ctrl-K",
  blocks: [
    "在任何地方按 `Ctrl` 和 `K`（Mac 上为 `⌘` 和 `K`），或点击顶部的搜索框，输入电站、序列号或页面名称的几个字。",
    { picture: "palette", alt: "搜索窗口：列出符合输入的电站、设备和页面" },
    "方向键选择，回车打开，Esc 关闭。只能找到您的账号有权查看的内容。",
  ],
  sections: [],
};
