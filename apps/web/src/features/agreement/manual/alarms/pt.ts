import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Alarmes",
  blocks: [
    "O sino no alto conta os alarmes não resolvidos de todas as usinas que você vê; acima de 99 diz 99+. O número muda sozinho.",
    { picture: "alarms", alt: "Sino no alto do console com o número de alarmes não resolvidos" },
    {
      list: [
        "Um dispositivo levanta um alarme no seu envio. Por mais que se repita, é um alarme por dispositivo e código de falha.",
        "Um alarme cuja condição acabou continua não resolvido até alguém tratá-lo.",
        "Ao lado do nome da usina, e do status nas listas de usinas e de dispositivos, uma frase diz qual dispositivo tem qual falha desde quando. Ela leva à página do alarme.",
        "À noite e atrás de um gateway offline nada é levantado por falta de potência: uma usina em repouso não é falha.",
      ],
    },
  ],
  sections: [
    {
      heading: "Listas",
      blocks: [
        {
          list: [
            "Clique no sino ou em **Alarmes** no alto para ver os alarmes de dispositivos não resolvidos de todas as usinas. Os alarmes de limite têm uma lista própria.",
            "Os números acima da lista mostram os alarmes não resolvidos por severidade. Clique em um para ver só esses.",
            "O registro de alarmes traz todos os alarmes de um período, com quem os encerrou e o motivo. Ele pode ser exportado.",
            "Os alarmes de uma usina estão em **Alarmes** na página dela. Participantes os veem se as configurações da usina permitirem.",
          ],
        },
      ],
    },
    {
      heading: "Página de um alarme",
      blocks: [
        {
          list: [
            "Ela informa a causa, o que acontece agora e o que fazer, com os valores medidos em 24 horas em torno do alarme ao lado dos vizinhos.",
            "Reconheça um alarme para mostrar que alguém cuida dele. Atribua um responsável, mude a severidade e adicione comentários ao histórico.",
          ],
        },
      ],
    },
    {
      heading: "Encerrar alarmes",
      blocks: [
        {
          list: [
            "**Encerrar** resolve um alarme cuja condição terminou. Para vários alarmes, selecione-os na lista; o resultado de cada um é mostrado.",
            "Se a condição ainda estiver presente, o encerramento é recusado. O **encerramento forçado** resolve o alarme mesmo assim. Ele exige um motivo, que fica no histórico. Se a condição for informada de novo, surge um novo alarme.",
          ],
        },
      ],
    },
    {
      heading: "E-mails",
      blocks: [
        {
          list: [
            "Em **E-mails de alarme**, na área pessoal, você escolhe quais alarmes recebe por e-mail: usinas, gravidade, imediatamente ou uma vez por hora ou por dia, horas de silêncio e quantos e-mails por hora. Sem configuração própria, você recebe as falhas das usinas de que é proprietário.",
            "Os e-mails vão para o seu e-mail verificado. O que passa do limite vem em um resumo. Todo e-mail tem um link para cancelar a inscrição.",
          ],
        },
      ],
    },
  ],
};
