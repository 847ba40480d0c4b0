import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  rights: {
    name: "Nome",
    remarks: "Observações",
    role: "Função",
    roles: "Funções",
    type: "Tipo de conta",
    typeHint: "Limita o que a função pode permitir.",
    madeBy: "Criado por",
    builtIn: "Do sistema",
    accounts: "Contas",
    permission: "Permissão",
    permissions: "Permissões",
    treeHint: "As permissões em cinza estão fora do tipo de conta ou das suas próprias permissões.",
    given: "Permitido",
    notGiven: "Não permitido",
    matrix: "Permissões do tipo e de suas funções",
    rolesIntro:
      "Uma conta pode fazer o que a função e o tipo de conta permitem em conjunto. As funções do sistema não podem ser alteradas. Você pode atribuir suas funções na sua empresa e nas subsidiárias.",
    typesIntro:
      "Cada tipo de conta limita o que suas funções podem permitir. Abra um tipo para ver as permissões por função.",
    search: "Nome ou observações",
    noRoles: "Nenhuma função",
    noTypes: "Nenhum tipo de conta",
    addRole: "Adicionar função",
    addRoleTitle: "Adicionar uma função",
    addType: "Adicionar tipo de conta",
    addTypeTitle: "Adicionar um tipo de conta",
    save: "Salvar",
    edit: "Editar",
    editOf: "Editar {{name}}",
    delete: "Excluir",
    deleteTitle: "Excluir {{name}}?",
    deleteText: "Isto não pode ser desfeito. Funções e tipos de conta em uso não podem ser excluídos.",
    override: "Substituir permissões",
    overrideTitle: "Substituir as permissões de {{name}}?",
    overrideText:
      "Cada função deste tipo recebe todas as permissões do tipo. Isto não pode ser desfeito. Digite o nome do tipo para confirmar.",
    confirmName: "Nome do tipo de conta",
    overriddenAt: "Substituído em",
  },
};
