import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  agreement: {
    parts: "Manual e termos",
    manual: "Manual do usuário",
    agreement: "Termos de uso",
    lead: "O que aparece na tela, o que significa e o que fazer com isso. O manual descreve a versão que você está usando.",
    contents: "Índice",
    version: "Versão {{version}}, {{day}}",
  },
};
