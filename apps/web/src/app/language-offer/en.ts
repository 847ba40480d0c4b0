/** The offer in this language: its readers may not read the one on screen. */
export const texts = { text: "This page is available in English.", accept: "Switch", dismiss: "Dismiss" };
