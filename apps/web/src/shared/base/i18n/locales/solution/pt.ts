import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  solution: {
    kinds: "Tipos de solução",
    leaflet: "Folheto",
    lead: {
      R: "Uma chave de desligamento em cada módulo. A usina opera como qualquer outra; quando o sinal de vida para, cada módulo fica isolado e os cabos ficam sem tensão perigosa.",
      MR: "Um microcontrolador para as strings e uma chave de desligamento em cada módulo. As strings são medidas, e um só dispositivo no telhado envia o sinal de vida às chaves.",
      MRO: "O conjunto completo: microcontrolador, chaves de desligamento e um otimizador em cada módulo. Cada módulo trabalha no seu melhor ponto e é medido separadamente.",
    },
    suitability: {
      R: "Para telhados que pedem segurança e onde um medidor ou as strings já dizem o bastante.",
      MR: "Para telhados em que as strings devem ser acompanhadas uma a uma.",
      MRO: "Para telhados com sombra, várias orientações ou módulos diferentes, e onde cada módulo importa.",
    },
    built: "Como é montado",
    drawing: {
      R: "Diagrama de blocos: oito módulos em duas strings num telhado, cada um com uma chave de desligamento. A corrente contínua vai ao inversor. O gateway fala com as chaves pelo mesmo cabo e com o servidor pela internet; o console mostra tudo numa tela.",
      MR: "Diagrama de blocos: oito módulos em duas strings num telhado, cada um com uma chave de desligamento. As duas strings passam pelo MCON e vão ao inversor. O gateway fala com o MCON e com o servidor; o console mostra tudo numa tela.",
      MRO: "Diagrama de blocos: oito módulos em duas strings num telhado, cada um com um otimizador e uma chave de desligamento. As duas strings passam pelo MCON e vão ao inversor. O gateway fala com o MCON e com o servidor; o console mostra tudo numa tela.",
    },
    line: { dc: "Corrente contínua", data: "Sinal de vida e envios", net: "Internet" },
    part: {
      module: "Módulo",
      rsd: "Chave de desligamento (RSD)",
      opt: "Otimizador (OPT)",
      mcon: "Microcontrolador (MCON)",
      inverter: "Inversor",
      dcon: "Gateway (DCON)",
      server: "Servidor",
      console: "Console",
    },
    partText: {
      module: "Gera tensão sempre que recebe luz; nada consegue desligar isso.",
      rsd: "Fica fechada só enquanto recebe o sinal de vida e abre automaticamente sem ele.",
      opt: "Encontra o melhor ponto de trabalho do módulo e mede sua potência e energia.",
      mcon: "Envia o sinal de vida às unidades das suas strings e mede as strings.",
      inverter: "Transforma corrente contínua em alternada. O console não precisa de nada dele.",
      dcon: "Reúne o que as unidades dizem, guarda por pelo menos sete dias e envia.",
      dconAlive:
        "Envia o sinal de vida, reúne o que as chaves dizem, guarda por pelo menos sete dias e envia.",
      server: "Armazena cada envio antes de confirmá-lo e calcula energia e alarmes.",
      console: "Este aplicativo web, numa tela larga ou no celular.",
    },
    measured: "O que é medido",
    measuredText:
      "O que um dispositivo envia depende do modelo. O console recebe estas grandezas e mostra quando cada uma foi informada pela última vez.",
    measures: {
      rsd: "Tensão antes e depois da chave, temperatura, intensidade do sinal, estado da chave, status e alarmes. A energia de uma chave nunca entra na conta.",
      opt: "Tensão, corrente e potência na entrada e na saída, temperatura, energia desde a fabricação, intensidade do sinal, status e alarmes.",
      mcon: "Tensão, corrente e potência de uma string, energia desde a fabricação, status e alarmes.",
      dcon: "Potência e energia de um medidor CA, irradiância e temperatura do ar, se houver esses sensores.",
    },
    flow: "Como ocorre um desligamento",
    flowText: "Uma chave não espera um comando para abrir: ela abre quando o sinal de vida para.",
    step: {
      start: "Alguém aciona a chave no local, ou a rede falha. É o início; o tempo conta daqui.",
      silentR: "O sinal de vida do gateway para nos cabos.",
      silentMR: "O sinal de vida do MCON para nos cabos.",
      open: "Após 5 a 20 s sem ele, conforme o ajuste, cada unidade abre sozinha.",
      safe: "Uma unidade aberta deixa cerca de 1 V na saída. De uma string de vinte módulos restam 20 V.",
      reported: "As unidades informam suas tensões; o console mostra entrada e saída de cada uma.",
    },
    time: {
      title: "Tensão dos cabos após o início",
      axis: "Tempo após o início, em segundos",
      label:
        "Diagrama: os cabos mantêm toda a tensão até as unidades abrirem, de 5 a 20 segundos após o início, e ficam abaixo de 30 V antes do limite de 30 segundos.",
      window: "unidades abrem",
      limit: "limite",
    },
    figure: {
      time: "no máximo, do início até valerem os limites abaixo",
      outside: "no máximo fora do arranjo: a 305 mm (1 ft) dele e além",
      inside: "no máximo dentro do arranjo, entre dois condutores quaisquer",
    },
    source:
      "Limites: NFPA 70, National Electrical Code, artigo 690.12(B). A conformidade de uma usina deve ser verificada por medição no local. O iniciador exigido pelo artigo é uma chave no local; um comando do console não conta como tal.",
    today: "O que o console faz nesta versão",
    does: {
      link: "Recebe envios por um enlace aberto e documentado, confirma só depois de armazenar e aceita atrasados de até sete dias.",
      units:
        "Mostra cada unidade com tensões, correntes, potência, temperatura, sinal, status e a hora da última comunicação.",
      energyR:
        "Calcula energia por dia, mês e ano a partir de um medidor CA ou de controladores de string e diz quanto foi medido.",
      energyMR: "Calcula energia por dia, mês e ano a partir das strings e diz quanto foi medido.",
      energyMRO: "Calcula energia por dia, mês e ano a partir dos módulos e diz quanto foi medido.",
      alarms: "Abre um alarme quando um dispositivo o reporta e conta os alarmes não resolvidos.",
      layout: "Desenha cada módulo em sua posição no telhado, colorido pelos valores que reporta.",
      parameters: "Lê e define os parâmetros dos MCONs e mostra o que cada dispositivo confirmou.",
    },
    not: "O que ele não faz",
    doesNot: {
      shutdown: "Não inicia desligamento nem religamento.",
      firmware: "Não atualiza o firmware dos dispositivos.",
    },
    compare: "Os três tipos lado a lado",
    row: {
      shutdown: "Cada módulo pode ser isolado",
      alive: "Sinal de vida vem de",
      strings: "Strings medidas",
      modules: "Módulos medidos",
      best: "Cada módulo no melhor ponto",
      energy: "Energia contada em",
    },
    cell: {
      yes: "Sim",
      no: "Não",
      gateway: "Gateway",
      mcon: "MCON",
      withScon: "Com controladores de string",
      voltage: "Tensão e temperatura",
      all: "Também potência e energia",
      meterOrString: "Medidor CA ou string",
      string: "String",
      module: "Módulo",
    },
  },
  foldout: {
    lead: "Seis painéis sobre o produto. Abra um a um ou imprima a folha.",
    openAll: "Abrir todos",
    closeAll: "Fechar todos",
    cover: {
      title: "Cada módulo, a cada minuto",
      text: "Um console em nuvem aberto para usinas solares com eletrônica por módulo.",
    },
    see: {
      title: "Ver",
      power: "Potência agora e ao longo do dia, comparada à potência esperada.",
      energy: "Energia por dia, mês e ano no relógio da própria usina.",
      coverage: "Quanto de cada valor foi medido, enviado com atraso ou estimado.",
      state: "O status de cada string e módulo, com a hora da última comunicação.",
    },
    know: {
      title: "Saber",
      status:
        "Sete status com forma e texto: normal, atenção, alarme, falha, offline, aguardando gateway, desligada.",
      alarms: "Alarmes dos dispositivos, contados uma vez por mais que se repitam.",
      night: "À noite as usinas repousam sem gerar alarmes.",
      late: "O que um gateway guardou numa queda chega depois e é contado.",
    },
    build: { title: "Montar", text: "Três tipos de eletrônica no telhado, um console." },
    trust: {
      title: "Confiar",
      stored: "Um envio só é confirmado quando está armazenado.",
      own: "Cada gateway tem um segredo próprio e só envia dados de si mesmo.",
      outside: "As páginas não carregam nada de fora e não criam cookies.",
      open: "Código aberto sob Apache-2.0, com enlace de dispositivos aberto.",
    },
    start: {
      title: "Começar",
      plant: "Adicione uma usina: nome, capacidade, fuso horário, preço.",
      gateway: "Adicione o gateway com número de série e código de registro.",
      live: "Ligue-o. As unidades aparecem automaticamente.",
      more: "Ler o manual",
    },
  },
};
