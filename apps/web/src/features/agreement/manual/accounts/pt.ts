import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Contas, empresa, área pessoal",
  blocks: [
    "**Contas**, no alto, mostra as contas ao seu alcance: **Colegas** da sua própria empresa e **Clientes** das empresas abaixo dela, cada uma com função, empresa e se alguém já entrou com ela.",
    { picture: "accounts", alt: "Lista de contas com abas para colegas e clientes" },
  ],
  sections: [
    {
      heading: "Trabalhar com contas",
      blocks: [
        "A **Lista de contas** adiciona colegas e clientes. O nome de uma conta a abre: altere-a, escolha quais usinas ela pode ver, dê uma nova senha, desative-a ou exclua-a. Você pode dar uma função que não permita mais que a sua e alterar contas que não possam mais que você.",
        "Em **Empresas**, a sua empresa e as que estão abaixo formam uma árvore; cada uma abre com seus dados, onde é editada, movida ou excluída.",
        "Em **Sistema**, **Funções** e **Tipos de conta** mostram quem pode fazer o quê, permissão por permissão. Uma conta pode o que a função e o tipo permitem juntos; o que você retira deixa de valer na hora.",
      ],
    },
    {
      heading: "Empresa",
      blocks: [
        "Nome, endereço, contato e administrador da sua empresa, e quantas usinas, contas e empresas pertencem a ela.",
      ],
    },
    {
      heading: "Área pessoal",
      blocks: [
        "Atrás do botão redondo no alto à direita: seus dados como os outros os veem, idioma, tema e tamanho deste navegador, e desde quando e até quando você está conectado. **Editar perfil** muda seu nome e o tratamento; empresa, tipo e função são alterados por um administrador.",
        "Em **Acesso e notificações** você troca a senha, o que encerra todas as outras sessões, define outro e-mail ou telefone com um código enviado a ele e escolhe se quer e-mails sobre acessos de novos dispositivos. Um e-mail ou telefone que outra pessoa informou para você aparece como não confirmado: **Verificar** envia um código para lá, e o que for oferecido a ele passa a estar no **Início**.",
      ],
    },
  ],
};
