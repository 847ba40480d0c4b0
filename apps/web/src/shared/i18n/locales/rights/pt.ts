import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  rights: {
    name: "Nome",
    remarks: "Observações",
    role: "Função",
    roles: "Funções",
    type: "Tipo de conta",
    typeHint: "Ele limita o que a função pode fazer.",
    madeBy: "Criado por",
    builtIn: "Do sistema",
    accounts: "Contas",
    permission: "Permissão",
    permissions: "Permissões",
    treeHint: "O que está em cinza vai além do tipo de conta ou das suas próprias permissões.",
    given: "Permitido",
    notGiven: "Não permitido",
    matrix: "O que o tipo e suas funções permitem",
    rolesIntro:
      "Uma conta pode fazer o que a função e o tipo de conta permitem juntos. As funções do sistema ficam como estão; as suas podem ser dadas na sua empresa e nas que estão abaixo.",
    typesIntro:
      "Cada tipo de conta limita o que suas funções podem fazer. Abra um para ver as permissões função por função.",
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
    deleteText: "Isto não pode ser desfeito. O que está em uso não pode ser excluído.",
    override: "Substituir permissões",
    overrideTitle: "Substituir as permissões de {{name}}?",
    overrideText:
      "Cada função deste tipo recebe todas as permissões do tipo. Isto não pode ser desfeito. Digite o nome do tipo para confirmar.",
    confirmName: "Nome do tipo de conta",
    overriddenAt: "Substituído em",
  },
};
