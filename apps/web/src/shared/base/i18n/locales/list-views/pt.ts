import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  listViews: {
    views: "Visualizações",
    isDefault: "padrão",
    saveView: "Salvar visualização",
    manageViews: "Gerenciar visualizações",
    viewName: "Nome da visualização",
    viewHint: "Salva busca, filtros, ordem, colunas e exibição.",
    viewReplaced: "Substitui a visualização com este nome.",
    openFirst: "Abrir primeiro",
    openViewFirst: "Abrir {{name}} primeiro",
    save: "Salvar",
    viewSaved: "Visualização “{{name}}” salva.",
    renameView: "Renomear a visualização {{name}}",
    rename: "Renomear",
    deleteView: "Excluir",
    deleteNamed: "Excluir a visualização {{name}}",
    deleteViewTitle: "Excluir a visualização {{name}}?",
    deleteViewText: "Somente a visualização é excluída.",
    viewActions: "Ações",
    noViews: "Nenhuma visualização salva",
  },
};
