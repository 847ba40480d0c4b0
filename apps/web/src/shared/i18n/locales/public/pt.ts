import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  register: {
    title: "As contas são criadas por um administrador",
    text: "Este servidor não tem cadastro aberto. Peça ao administrador da sua empresa ou deste servidor que crie uma conta para você; depois, entre com o e-mail ou o telefone informado por ele.",
  },
  forgot: {
    title: "Senhas novas vêm de um administrador",
    text: "Este servidor não envia senhas por conta própria. Peça uma senha nova ao administrador da sua empresa ou deste servidor; com ela você já pode entrar.",
  },
  told: { back: "Voltar à entrada" },
};
