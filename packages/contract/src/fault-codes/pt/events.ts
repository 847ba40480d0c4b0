import type { EventCodeName } from "@heliograph/protocol/device-codes";
import type { FaultText } from "../fault-text.ts";

export const eventTexts: Readonly<Record<EventCodeName, FaultText>> = {
  groundFault: {
    name: "Falha de aterramento",
    cause:
      "Há corrente de um condutor energizado para a terra, em geral por isolação danificada, conector molhado ou cabo prensado.",
    effect: "Molduras e trilhos podem ter tensão perigosa. O dispositivo ou o inversor pode parar a string.",
    remedy:
      "Não toque em molduras nem cabos. Desenergize a string, meça a isolação de cada condutor para a terra e troque a peça danificada.",
  },
  inputOverVoltage: {
    name: "Sobretensão na entrada",
    cause:
      "O módulo ou a string fornece mais tensão do que o dispositivo aceita, muitas vezes por excesso de módulos em série ou frio intenso.",
    effect: "O dispositivo se protege e pode parar de gerar. A sobretensão prolongada destrói a entrada.",
    remedy:
      "Meça a tensão de circuito aberto e compare com o valor nominal do dispositivo. Reduza a string ou use um dispositivo de tensão maior.",
  },
  acDisconnect: {
    name: "Lado CA desconectado",
    cause: "O disjuntor, a chave ou o conector CA do inversor está aberto.",
    effect: "O inversor não injeta energia; a geração dos seus módulos se perde.",
    remedy:
      "Verifique o disjuntor CA e os conectores. Feche-os somente quando souber por que estavam abertos.",
  },
  dcDisconnect: {
    name: "Lado CC desconectado",
    cause: "A chave CC, um conector ou a chave interna do dispositivo está aberta.",
    effect: "O dispositivo não fornece potência até o circuito ser fechado.",
    remedy:
      "Verifique se alguém o abriu de propósito. Se não, confira a chave CC, os fusíveis e os conectores com a string desenergizada.",
  },
  gridDisconnect: {
    name: "Desconectado da rede",
    cause: "A rede caiu, ou sua tensão ou frequência está fora da faixa permitida.",
    effect: "O inversor parou. Ele religa automaticamente quando a rede fica estável pelo tempo exigido.",
    remedy:
      "Verifique se há energia no local. Se houver, confira o disjuntor geral e meça a tensão no inversor.",
  },
  cabinetOpen: {
    name: "Caixa aberta",
    cause: "O contato de uma string box, de um gateway ou de um inversor indica tampa aberta.",
    effect: "A geração continua, mas partes energizadas podem ficar expostas e pode entrar água.",
    remedy: "Feche e trave a caixa. Se ela já estiver fechada, verifique o contato e sua fiação.",
  },
  manualShutdown: {
    name: "Desligado manualmente",
    cause: "O dispositivo foi desligado no local, por uma chave de emergência ou por um comando.",
    effect: "O dispositivo não fornece potência até ser ligado de novo.",
    remedy: "Descubra quem o desligou e por quê. Religue-o quando o trabalho no local terminar.",
  },
  overTemperature: {
    name: "Sobretemperatura",
    cause:
      "O dispositivo está quente demais, em geral por pouca ventilação, sol direto ou conexão frouxa que aquece.",
    effect: "O dispositivo reduz a potência ou para até esfriar. O calor prolongado encurta sua vida útil.",
    remedy:
      "Remova folhas e sujeira e garanta a circulação de ar. Depois de frio, procure marcas de aquecimento nos conectores.",
  },
  overFrequency: {
    name: "Frequência da rede alta",
    cause: "A frequência da rede está acima da faixa permitida.",
    effect: "O inversor reduz a potência ou se desconecta, e volta automaticamente.",
    remedy:
      "Um evento isolado não exige ação. Se repetir, confira o padrão de rede configurado no inversor e contate a distribuidora.",
  },
  underFrequency: {
    name: "Frequência da rede baixa",
    cause:
      "A frequência da rede está abaixo da faixa permitida, muitas vezes por um gerador ou por sobrecarga na rede.",
    effect: "O inversor se desconecta e volta automaticamente.",
    remedy:
      "Um evento isolado não exige ação. Se repetir, confira o padrão de rede e o gerador de reserva, e contate a distribuidora.",
  },
  acOverVoltage: {
    name: "Sobretensão CA",
    cause:
      "A tensão nos terminais CA do inversor está alta demais, muitas vezes por um cabo longo ou fino até o medidor.",
    effect: "O inversor se desconecta, em geral nas horas de mais sol, e volta automaticamente.",
    remedy:
      "Em plena potência, compare a tensão no inversor com a do medidor. Se diferirem muito, use um cabo mais grosso; senão, contate a distribuidora.",
  },
  acUnderVoltage: {
    name: "Subtensão CA",
    cause:
      "A tensão nos terminais CA do inversor está baixa demais: falha na rede, falta de fase ou terminal frouxo.",
    effect: "O inversor se desconecta e volta automaticamente quando a tensão se normaliza.",
    remedy:
      "Meça todas as fases no inversor e reaperte os terminais desenergizados. Se a própria rede estiver baixa, contate a distribuidora.",
  },
  blownFuse: {
    name: "Fusível queimado",
    cause:
      "O fusível de uma string ou entrada queimou por curto-circuito, corrente reversa ou envelhecimento.",
    effect: "A string desse fusível não gera nada. As outras continuam.",
    remedy:
      "Desenergize a string e procure curto-circuito em módulos e cabos. Depois troque o fusível por um de mesma especificação.",
  },
  underTemperature: {
    name: "Subtemperatura",
    cause: "O dispositivo está mais frio do que a faixa permitida.",
    effect: "O dispositivo espera ou trabalha com potência reduzida até aquecer.",
    remedy:
      "Em frio intenso, nenhuma ação é necessária. Se a leitura não combina com o clima, o sensor falhou: troque o dispositivo.",
  },
  memoryLoss: {
    name: "Perda de memória",
    cause: "O dispositivo perdeu ajustes ou contadores após falta de energia ou falha de memória.",
    effect: "O contador de energia pode recomeçar e os parâmetros podem voltar aos valores de fábrica.",
    remedy:
      "Compare os parâmetros com os previstos e configure-os de novo. Se repetir, troque o dispositivo.",
  },
  arcDetection: {
    name: "Arco elétrico detectado",
    cause: "O dispositivo detectou um arco elétrico, em geral em conector ou cabo CC frouxo ou danificado.",
    effect: "Há risco de incêndio. O dispositivo ou o inversor desliga a string.",
    remedy:
      "Não religue a string. Antes, procure mau contato e marcas de queima em todos os conectores e cabos, e troque o que estiver danificado.",
  },
  theftDetection: {
    name: "Possível furto",
    cause: "O dispositivo informa que seu módulo ou cabo foi removido.",
    effect: "O módulo não gera nada, e outros módulos podem estar em risco.",
    remedy:
      "Verifique o local ou chame a segurança. Se o módulo foi retirado para manutenção, limpe o alarme depois do trabalho.",
  },
  outputOverCurrent: {
    name: "Sobrecorrente na saída",
    cause: "A corrente na saída do dispositivo passa do permitido, por curto-circuito ou ligação errada.",
    effect: "O dispositivo limita a potência ou se desliga para se proteger.",
    remedy:
      "Desenergize a string e confira fiação e polaridade. Se estiverem corretas, troque o dispositivo.",
  },
  outputOverVoltage: {
    name: "Sobretensão na saída",
    cause:
      "A tensão na saída do dispositivo está alta demais, muitas vezes porque a string está interrompida ou curta.",
    effect: "O dispositivo limita a saída ou para, e energia se perde.",
    remedy:
      "Verifique se o inversor está operando e se a string não está interrompida. Compare o número de dispositivos com o projeto.",
  },
  outputUnderVoltage: {
    name: "Subtensão na saída",
    cause:
      "A tensão na saída do dispositivo está baixa demais por sombra, curto-circuito ou poucos módulos na string.",
    effect: "O inversor pode não partir ou trabalhar abaixo da melhor faixa.",
    remedy: "Procure sombra e sujeira. Depois meça a tensão da string e compare com o projeto.",
  },
  testFailed: {
    name: "Falha no autoteste",
    cause: "O autoteste do dispositivo encontrou um defeito no próprio hardware.",
    effect: "O dispositivo não parte, ou suas proteções podem não funcionar.",
    remedy: "Desligue e religue o dispositivo uma vez. Se o teste falhar de novo, troque o dispositivo.",
  },
  inputUnderVoltage: {
    name: "Subtensão na entrada",
    cause:
      "O módulo ou a string fornece pouca tensão: sombra, neve, diodo de bypass com defeito ou mau contato.",
    effect: "O dispositivo gera pouco ou nada.",
    remedy:
      "Remova neve e sujeira e procure sombra. Troque o módulo cuja tensão de circuito aberto continua baixa ao sol.",
  },
  inputOverCurrent: {
    name: "Sobrecorrente na entrada",
    cause:
      "O módulo ou a string fornece mais corrente do que o dispositivo aceita, por strings em paralelo ou módulos grandes demais.",
    effect: "O dispositivo limita a potência, e energia se perde com sol forte.",
    remedy:
      "Compare a corrente de curto-circuito dos módulos com o valor nominal do dispositivo e confira a ligação das strings.",
  },
};
