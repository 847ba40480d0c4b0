/** The offer in this language: its readers may not read the one on screen. */
export const texts = { text: "本页面提供简体中文版本。", accept: "切换", dismiss: "关闭提示" };
