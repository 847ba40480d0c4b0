import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  agreement: {
    parts: "Manual e termos",
    manual: "Manual do usuário",
    agreement: "Termos de uso",
    lead: "Como usar o console e o que significam seus números. O manual descreve a versão que você está usando.",
    contents: "Índice",
    version: "Versão {{version}}, {{day}}",
  },
};
