import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Compartilhar e transferir uma usina",
  blocks: [
    "**Membros**, na página de uma usina, mostra quem vê a usina, por qual caminho e desde quando, e quem pode comandá-la. O proprietário e os administradores da usina o encontram ali.",
  ],
  sections: [
    {
      heading: "Compartilhar",
      blocks: [
        {
          steps: [
            "Escolha **Compartilhar** e informe o e-mail ou o telefone da pessoa.",
            "Escolha **Participante** ou **Administrador**. Um participante vê o que as configurações da usina permitem e só opera a usina se você marcar **Pode operar a usina**. Um administrador pode tudo, menos transferir e excluir.",
            "Defina um fim se o compartilhamento deve terminar sozinho e escolha **Convidar**.",
          ],
        },
        "O convite fica na lista até ser respondido. **Cancelar convite** o retira, **Revogar acesso** termina um compartilhamento aceito; a usina some na hora da tela da outra pessoa. Ninguém repassa o que foi compartilhado com ele.",
      ],
    },
    {
      heading: "O que os participantes veem",
      blocks: [
        "**Configurações da usina** decide quais partes da usina os participantes veem, como energia, preços ou dispositivos, e a página inicial da usina: a visão geral, o layout físico ou lógico, os dispositivos ou um link externo. O endereço de um link externo é mostrado antes que ele se abra.",
      ],
    },
    {
      heading: "Receber um convite",
      blocks: [
        "Um convite espera no **Início**, e o botão redondo no alto à direita avisa. **Aceitar** abre a usina, **Recusar** remove o convite. **Sair da usina**, na página da usina, devolve o compartilhamento. Se falta um convite de que você foi avisado, confirme antes o seu e-mail ou telefone na **Área pessoal**.",
      ],
    },
    {
      heading: "Transferir",
      blocks: [
        {
          steps: [
            "O proprietário escolhe **Transferir** e informa o e-mail ou o telefone do novo proprietário.",
            "Marque quem continua vendo a usina. Todos os outros a perdem com a transferência.",
            "Escolha **Oferecer usina** e informe sua senha.",
          ],
        },
        "A usina continua sua até que a oferta seja aceita, e até lá você pode retirá-la. Com a aceitação, a usina passa para o novo proprietário e a empresa dele.",
        {
          note: "Depois da transferência você não vê mais a usina, a menos que o novo proprietário a compartilhe com você.",
        },
      ],
    },
    {
      heading: "Excluir",
      blocks: [
        {
          steps: [
            "O proprietário escolhe **Excluir usina** na página de membros.",
            "Digite o nome da usina, escolha **Excluir usina** e informe sua senha.",
          ],
        },
        "Todos perdem o acesso imediatamente, os dispositivos podem ser adicionados a outra usina e os alarmes não resolvidos terminam. Os dados da usina são removidos após 30 dias; o registro permanece. A exclusão não pode ser desfeita.",
      ],
    },
  ],
};
