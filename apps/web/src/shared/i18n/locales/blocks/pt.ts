import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  table: {
    columns: "Colunas",
    columnsReset: "Como no início",
    range: "{{from}}–{{to}} de {{total}}",
    pages: "Páginas",
    page: "Página {{page}}",
    previous: "Página anterior",
    next: "Próxima página",
    pageSize: "Linhas por página",
    perPage: "{{size}} por página",
    choose: "Selecionar {{name}}",
    chooseAll: "Selecionar toda a página",
    chosen_one: "{{figure}} selecionado",
    chosen_other: "{{figure}} selecionados",
    clearChosen: "Limpar seleção",
    noneFits: "Nada encontrado",
    noneFitsText: "Tente outra palavra ou menos filtros.",
    showAll: "Mostrar tudo",
    pastEnd: "A lista termina antes desta página",
    toFirst: "Ir para a primeira página",
  },
  refused: {
    title: "Sem permissão para esta parte",
    text: "Sua conta não pode vê-la. Fale com o administrador.",
  },
  asking: {
    wrong: "Este valor não é válido.",
    confirm: "OK",
    leaveTitle: "Sair sem salvar?",
    leaveText: "O que você digitou não foi salvo e será perdido.",
    leave: "Sair",
  },
  export: {
    export: "Exportar",
    title: "Exportar como CSV",
    text: "Todas as linhas do filtro, com as colunas exibidas.",
    textChosen: "As linhas selecionadas, com as colunas exibidas.",
    name: "Nome do arquivo",
    wrongName: 'O nome do arquivo não pode ter estes caracteres: \\ / : * ? " < > |',
    begin: "Exportar",
    done: "{{name}} foi gravado.",
    stop: "Parar de gravar {{name}}",
  },
};
