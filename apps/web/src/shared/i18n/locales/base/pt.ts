import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  brand: { cloud: "Heliograph Nuvem" },
  title: {
    login: "Entrar",
    home: "Início",
    station: "Visão geral da usina",
    addStation: "Adicionar usina",
    noPermission: "Sem permissão",
    notFound: "Página não encontrada",
  },
  action: {
    cancel: "Cancelar",
    close: "Fechar",
    retry: "Tentar de novo",
    reload: "Recarregar",
    signIn: "Entrar",
    toHome: "Ir para o início",
    toLogin: "Ir para a entrada",
  },
  login: {
    claim: "Cada módulo,\na cada minuto.",
    title: "Entrar",
    account: "E-mail ou telefone",
    password: "Senha",
    accountNeeded: "Informe o e-mail ou o telefone",
    passwordNeeded: "Informe a senha",
    busy: "Entrando…",
    public: "Ver usinas públicas",
  },
  session: {
    overTitle: "Esta página não é mais válida",
    overText: "Sua sessão terminou. Entre de novo; você voltará a esta página.",
    signInAgain: "Entrar de novo",
  },
  language: { label: "Idioma: {{name}}" },
  theme: { label: "Tema", system: "Como o sistema", light: "Claro", dark: "Escuro" },
  error: { unreachable: "Não foi possível falar com o servidor. Verifique a conexão." },
  state: {
    failed: "Não foi possível carregar",
    failedText: "O servidor não respondeu como esperado.",
    broken: "Algo deu errado nesta página",
    brokenText: "Recarregar costuma resolver.",
  },
  noPermission: {
    title: "Sem permissão para esta página",
    text: "Sua conta não pode abrir esta página. Fale com o administrador.",
  },
  notFound: { title: "Não há nada aqui", text: "A página mudou de lugar ou o endereço tem um erro." },
};
