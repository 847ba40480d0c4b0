import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  menu: { home: "Usinas", control: "Dados", account: "Contas", system: "Sistema" },
  account: {
    signOutUnsaved:
      "O que foi digitado nas páginas abertas e não foi salvo será perdido. Você sai do console em todas as abas deste navegador que usam esta sessão.",
    manual: "Manual do usuário",
    label: "Conta {{name}}",
    signOut: "Sair",
    signOutTitle: "Sair da conta?",
    signOutText: "Você sai do console em todas as abas deste navegador que usam esta sessão.",
  },
  frame: {
    toFaults: "Mostrar os dispositivos com falha",
    newer: "Há uma versão mais nova do console.",
    takeNewer: "Carregar",
    look: "Tema e tamanho",
    offline:
      "Você está sem conexão. O que aparece é de antes; tudo continua sozinho quando a conexão voltar.",
    path: "Caminho",
    home: "Início",
    pages: "Páginas desta área",
    tabs: "Páginas abertas",
    fold: "Recolher o menu",
    closeTab: "Fechar {{name}}",
    unsaved: "Ainda não salvo",
    unsavedTitle: "Fechar “{{name}}”?",
    unsavedText: "O que foi digitado nesta página não está salvo e será perdido.",
    closeAnyway: "Fechar",
    skip: "Ir para o conteúdo",
    areas: "Áreas",
    alarms: "Alarmes não resolvidos: {{count}}",
    notLive: "A conexão ao vivo caiu e está sendo refeita. Os valores podem estar desatualizados.",
  },
  palette: {
    title: "Buscar no console",
    button: "Usina, SN, página…",
    hint: "Usina, número, SN ou página",
    pages: "Páginas",
    plants: "Usinas",
    devices: "Dispositivos",
    found: "Resultados",
    none: "Nada encontrado",
    busy: "Buscando…",
  },
  tasks: {
    title: "Tarefas em segundo plano",
    count: "Tarefas em andamento: {{count}}",
    running: "Em andamento",
    done: "Concluída",
    failed: "Falhou",
    cancelled: "Cancelada",
    download: "Salvar arquivo",
    dismiss: "Remover",
  },
};
