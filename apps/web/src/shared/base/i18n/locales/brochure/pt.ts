import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  brochure: {
    title: "Cada módulo, a cada minuto",
    lead: "O Heliograph acompanha usinas solares módulo a módulo: o que cada um gera agora, o que gerou e onde algo não vai bem.",
    see: {
      title: "Encontre o módulo com baixo desempenho",
      text: "Tensão, corrente, temperatura e energia de cada módulo aparecem ao lado das dos vizinhos e mudam conforme os envios chegam. Um módulo com sombra ou defeito é visto no dia em que começa, não na conta do fim do ano.",
    },
    keep: {
      title: "Confirmado quer dizer guardado",
      text: "O gateway guarda cada envio até o servidor gravá-lo no disco e confirmar. Linhas caem, servidores reiniciam, envios chegam atrasados ou repetidos: a energia dá o mesmo número.",
    },
    sure: {
      title: "Cada número mostra a qualidade dos dados",
      text: "Cada valor de energia mostra quanto foi medido, enviado com atraso ou estimado e quanto falta. Uma lacuna continua lacuna e nunca vira zero, e valores desatualizados aparecem como tais.",
    },
    own: {
      title: "Seu servidor, seus dados",
      text: "Código aberto sob a licença Apache, iniciado com um comando, com os bancos de dados dentro. O console não busca nada em outro lugar, e a ligação dos dispositivos é um protocolo aberto para o qual qualquer um pode construir um gateway.",
    },
    days: {
      title: "Dias no fuso horário da usina",
      text: "Dias, meses e preços seguem o fuso horário da usina, inclusive o horário de verão. O dinheiro fica na moeda dela.",
    },
    people: {
      title: "O acesso certo para cada um",
      text: "Empresas, tipos de conta e funções definem o que os usuários podem ver e fazer. O servidor verifica cada solicitação.",
    },
    screens: {
      title: "Um console para qualquer tela",
      text: "Quatro idiomas, temas claro e escuro, do celular ao maior telão.",
    },
    figures: "Ver a ficha técnica",
  },
};
