import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Encontrar tudo: Ctrl-K",
  blocks: [
    "Pressione `Ctrl` e `K` em qualquer lugar (no Mac, `⌘` e `K`) ou o campo de busca no alto. Digite algumas letras de uma usina, de um número de série ou de uma página.",
    {
      picture: "palette",
      alt: "Janela de busca com usinas, dispositivos e páginas que combinam com o digitado",
    },
    "As setas escolhem, Enter abre, Escape fecha. Você encontra apenas o que a sua conta pode ver.",
  ],
  sections: [],
};
