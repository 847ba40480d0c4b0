import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Os dispositivos",
  blocks: [
    "As palavras para os dispositivos são as mesmas em todo o console. As páginas de soluções mostram como eles ficam juntos num telhado.",
    {
      terms: [
        [
          "DCON",
          "Controlador de dados, o **gateway** de uma usina. Reúne o que as unidades dizem, guarda enquanto não há conexão e envia. Uma usina pode ter vários.",
        ],
        [
          "SCON",
          "Controlador de string. Mede uma string, uma caixa de junção ou uma entrada CC de um inversor.",
        ],
        [
          "MCON",
          "Microcontrolador. Envia o sinal de vida às unidades das suas strings, para que as chaves fiquem fechadas, e mede as strings.",
        ],
        [
          "Otimizador",
          "Eletrônica de um módulo (OPT): deixa-o trabalhar no melhor ponto e o mede. Microinversores também contam aqui.",
        ],
        [
          "Chave de desligamento",
          "Dispositivo de desligamento rápido (RSD) de um módulo: abre sozinho quando o sinal de vida para. Sua energia nunca entra na conta.",
        ],
      ],
    },
  ],
  sections: [
    {
      heading: "Outras palavras",
      blocks: [
        {
          terms: [
            ["Módulo", "O painel solar em si."],
            ["String", "Módulos em série numa entrada."],
            ["Nº de série", "Na etiqueta, também SN."],
            ["Código de registro", "O segredo da etiqueta que prova que o dispositivo está com você."],
            ["Envio", "O que um gateway manda. Só é confirmado quando está armazenado."],
            ["Enviado depois", "Chegou tarde: o gateway guardou enquanto não havia conexão."],
            ["kWp", "Potência dos módulos em condições de teste, o tamanho da usina."],
          ],
        },
      ],
    },
    {
      heading: "Parâmetros de um MCON",
      blocks: [
        "A página de um MCON tem a aba **Parâmetros** com seus intervalos e tempos limite, os valores solicitados ao lado dos informados, com os horários.",
        {
          steps: [
            "**Ler do dispositivo** busca os valores que o MCON tem agora.",
            "**Definir parâmetros** envia valores dentro das faixas a este único MCON. Um valor só conta como definido quando o dispositivo o informou; uma resposta perdida aparece como não confirmada.",
            "**Copiar parâmetros** passa os valores deste MCON a no máximo 10 outros MCONs do mesmo modelo e do mesmo gateway, com um resultado para cada um.",
          ],
        },
      ],
    },
    {
      heading: "Configurações do controlador",
      blocks: [
        "Um gateway tem ali as próprias configurações: intervalo de envio e fonte de horário. Ao lado estão o envio mais rápido por cinco minutos, **Procurar unidades** e **Reiniciar**.",
        "**Sistema > Configurações do controlador** tem os parâmetros dos MCONs e gateways de todas as usinas: selecione o tipo de dispositivo, marque dispositivos e então leia, defina ou copie. Alterações em mais de cinco usinas em um minuto esperam por uma segunda pessoa. Uma usina desligada recusa tudo isso.",
      ],
    },
  ],
};
