import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Adicionar e editar uma usina",
  blocks: [
    "**Adicionar usina** está no menu e no início, se a sua conta pode adicionar usinas.",
    {
      picture: "add-plant",
      alt: "Formulário de uma nova usina com as seções da usina, do preço, das pessoas e do local",
    },
    {
      steps: [
        "**Usina**: nome, capacidade instalada em kWp, data de conexão à rede, fuso horário e moeda. Os envios contam a partir da data de conexão. Digite números como o console os mostra, por exemplo 1.500 ou 12,5.",
        "**Preço**: um preço por quilowatt-hora ou preços por horário. Períodos não podem se sobrepor; horas sem período aparecem como sem preço.",
        "**Contatos**: quem chamar quando algo vai mal.",
        "**Local**: com as coordenadas o console conhece o sol e, assim, a potência esperada. Uma usina pública é vista sem conta; uma oculta, só por quem tem acesso.",
        "Pressione **Adicionar usina**. O que estiver errado ou faltando é dito no próprio campo.",
      ],
    },
  ],
  sections: [
    {
      heading: "Nível de medição",
      blocks: [
        "Uma usina pode ser medida nos módulos, nas strings e num medidor CA. Exatamente um deles forma potência e energia; os outros são mostrados e nunca somados, porque medem a mesma energia.",
      ],
    },
    {
      heading: "Editar",
      blocks: [
        "A página da usina leva ao mesmo formulário com o que está salvo. Se outra pessoa salvou nesse meio-tempo, sua alteração é recusada e você é avisado; nada é sobrescrito sem ser visto. Um novo preço vale a partir do dia informado; os dias anteriores mantêm o seu. Se o dia já passou, o formulário mostra como ficaria a receita passada, e **Recalcular a receita passada** a altera.",
      ],
    },
    {
      heading: "Sair do formulário",
      blocks: [
        "Você pode ver outras páginas e voltar: o formulário fica na sua aba como foi deixado. Fechar uma aba com algo não salvo pergunta antes. **Cancelar** descarta o que foi digitado, após uma confirmação. Se você fechar o navegador ou recarregar a página, o que foi digitado é guardado, e o formulário oferece restaurá-lo.",
      ],
    },
  ],
};
