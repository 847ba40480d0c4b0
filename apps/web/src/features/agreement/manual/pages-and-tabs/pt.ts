import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Páginas, abas e menu",
  blocks: [
    "As áreas ficam no alto, as páginas de uma área à esquerda. O botão ao pé do menu o recolhe a símbolos.",
    { picture: "tabs", alt: "Alto do console com as áreas, as abas abertas e o menu à esquerda" },
    "As páginas em uso ficam abertas como **abas**: início, usinas, formulários e listas guardam rolagem, filtros, seleção e o que está meio digitado enquanto você vê outra coisa. Voltar pela aba, pelo menu ou pelo Voltar do navegador as mostra como estavam.",
    {
      list: [
        "Início é sempre a primeira aba. No máximo oito páginas são mantidas; a que não é vista há mais tempo é fechada primeiro, mas nunca Início nem uma página com dados não salvos.",
        "As páginas de uma usina compartilham uma aba. Ela é fechada quando a usina é excluída ou você perde o acesso a ela.",
        "Um ponto na aba significa: ainda não salvo. Fechá-la pergunta antes, e fechar a janela também.",
        "Recarregar a página a abre de novo, com o que diz o endereço. Um formulário não salvo é oferecido de volta onde estava, também em outro dispositivo, por 30 dias; senhas não são guardadas.",
      ],
    },
  ],
  sections: [],
};
