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
        "Alarmes causados por um equipamento superior são agrupados: um fusível queimado de uma string é um só alarme, que mostra quantos módulos ficaram sem potência e os lista na sua página.",
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
            "Os alarmes de uma usina estão em **Alarmes** na página dela. Participantes os veem se as configurações da usina permitirem.",
            "A busca encontra códigos de falha, usinas, números de série, apelidos e locais. Se você tem acesso a mais de 200 usinas, um ou dois caracteres encontram só códigos de falha e locais inteiros, como A7.",
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
            "**Códigos de falha** mostra o que cada código significa e o que fazer. Busque por código ou texto, ou selecione o código de falha na página de um alarme.",
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
      heading: "Registro de alarmes",
      blocks: [
        {
          list: [
            "O **Registro de alarmes** tem uma entrada para cada alteração de cada alarme, da mais recente para a mais antiga: gerado, condição terminada, reconhecido, atribuído, comentado, severidade alterada, agrupado e encerrado, com horário, operador, valor original e novo valor. As entradas não podem ser alteradas.",
            "Filtre por período, usina, dispositivo, código de falha, tipo, severidade, operação e operador. Clique em uma entrada para ver como e quando o operador fez login. A exportação grava até 50.000 entradas, com todas as colunas.",
            "Ele também está em **Sistema > Registros**. O **Registro de alarmes** nos alarmes de uma usina, na página de um alarme e do dispositivo dele mostra só essas entradas. Você vê as entradas de uma usina desde que tem acesso a ela.",
          ],
        },
      ],
    },
    {
      heading: "Limites",
      blocks: [
        {
          list: [
            "Em **Sistema > Configurações de alarme** estão os limites de tensão, corrente e temperatura de cada tipo de dispositivo, máximos e mínimos. As **Configurações de alarme** nos alarmes de uma usina trazem os limites próprios dela, que substituem esses; **Usar o padrão** os remove.",
            "Um alarme é gerado quando o valor passa do **Valor de alarme** durante todo o **Atraso**. A condição termina no **Valor de retorno**: a distância entre os dois evita que um valor perto do limite gere um alarme após o outro.",
            "Ao editar um limite, a prévia conta os alarmes que ele teria gerado nos últimos 30 dias. Com muitas amostras, conta pelos extremos de 15 minutos e informa isso.",
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
            "Com **Webhooks** em Alarmes, os alarmes são enviados a outro sistema como requisições assinadas. A página de um webhook envia um teste e mostra o que não pôde ser entregue, que pode ser reenviado.",
          ],
        },
      ],
    },
    {
      heading: "Trabalho em campo",
      blocks: [
        {
          list: [
            "Enquanto trabalha em uma usina, inicie **Trabalho em campo** na página dela, agora ou com até 14 dias de antecedência, por no máximo 72 horas. Os alarmes são gerados e listados como sempre, mas nada sobre a usina é enviado por e-mail ou a webhooks.",
            "Prolongue ou encerre antes na mesma página; o fim é automático. O que foi gerado durante o trabalho e ainda persiste vem depois em um único resumo.",
          ],
        },
      ],
    },
  ],
};
