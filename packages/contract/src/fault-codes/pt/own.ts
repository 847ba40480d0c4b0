import type { FaultText } from "../fault-text.ts";
import type { OwnFaultName } from "../faults.ts";

export const ownTexts: Readonly<Record<OwnFaultName | "unknownCode", FaultText>> = {
  gatewayOffline: {
    name: "Gateway offline",
    cause: "O gateway está sem energia ou sem conexão com a internet.",
    effect:
      "Não há dados ao vivo, e um desligamento pelo console não chega. O gateway guarda os dados e os envia depois.",
    remedy: "Verifique a alimentação, as luzes e a rede do gateway. Reinicie o roteador e depois o gateway.",
  },
  unitOffline: {
    name: "Dispositivo offline",
    cause:
      "O gateway não recebe dados deste dispositivo: sinal fraco, falta de tensão ou dispositivo com defeito.",
    effect: "Faltam seus valores. Ele ainda pode estar gerando.",
    remedy:
      "Se muitos estiverem offline, verifique o gateway e a chave da string. Se for só este, confira os conectores e troque-o se preciso.",
  },
  internalFault: {
    name: "Falha interna",
    cause: "O dispositivo informa o estado de falha. Se indicar o motivo, há outro alarme do dispositivo.",
    effect: "O dispositivo não gera nada, ou não é confiável, até a falha acabar.",
    remedy:
      "Desligue e religue a string. Se a falha voltar, troque o dispositivo e guarde o número de série para o fabricante.",
  },
  zeroPower: {
    name: "Sem potência durante o dia",
    cause:
      "O dispositivo envia dados, mas não gera com sol: chave ou conector aberto, fusível queimado, neve ou defeito.",
    effect: "A energia do módulo ou da string se perde enquanto isso durar.",
    remedy:
      "Procure neve ou cobertura, depois confira a chave e os conectores. Se há tensão na entrada e não na saída, troque o dispositivo.",
  },
  implausibleCounter: {
    name: "Contador de energia implausível",
    cause: "O contador de energia subiu mais do que o dispositivo pode ter gerado.",
    effect: "Essa energia não é contada, e os valores desse período têm uma lacuna.",
    remedy:
      "Um evento isolado, como após uma troca, não exige ação. Se repetir, confira a potência nominal no console e troque o dispositivo.",
  },
  unitDead: {
    name: "Dispositivo sem geração",
    cause: "Em um dia em que os pares geraram bem, este dispositivo não gerou nada ou quase nada.",
    effect: "Toda a energia do módulo ou da string se perde.",
    remedy:
      "Meça a tensão na entrada do dispositivo. Se houver tensão, troque o dispositivo; se não, confira conectores, cabo e módulo.",
  },
  halfPower: {
    name: "Meia potência",
    cause:
      "Em todas as horas o dispositivo gera de metade a dois terços dos seus pares: parte do módulo está em bypass ou falta parte da string.",
    effect: "De um terço a metade da energia se perde. Pode surgir um ponto quente.",
    remedy:
      "Procure sombra e sujeira neste lugar. Inspecione o módulo com câmera térmica e troque-o se faltar parte da tensão.",
  },
  degrading: {
    name: "Geração em queda",
    cause:
      "Em comparação com os pares, este dispositivo gera cada vez menos: sujeira, vegetação, mau contato ou envelhecimento.",
    effect: "Parte da energia se perde, e a perda aumenta.",
    remedy:
      "Limpe o módulo, pode a vegetação e confira os conectores. Se a queda continuar, meça a curva I-V do módulo.",
  },
  voltageHigh: {
    name: "Tensão alta",
    cause: "A tensão medida está acima do limite definido no console.",
    effect: "O dispositivo sofre esforço e pode se desligar.",
    remedy:
      "Compare com outros dispositivos. Se todos estiverem iguais, revise o limite; se não, confira a fiação e o número de módulos em série.",
  },
  voltageLow: {
    name: "Tensão baixa",
    cause: "A tensão medida está abaixo do limite definido no console.",
    effect: "O dispositivo pode gerar menos ou parar.",
    remedy:
      "Compare com outros dispositivos. Se todos estiverem iguais, revise o limite; se não, procure sombra, sujeira, diodos de bypass e mau contato.",
  },
  currentHigh: {
    name: "Corrente alta",
    cause: "A corrente medida está acima do limite definido no console.",
    effect: "Cabos, conectores e o dispositivo podem superaquecer.",
    remedy:
      "Procure curto-circuito e strings em paralelo por engano. Se outros dispositivos estiverem iguais, revise o limite.",
  },
  currentLow: {
    name: "Corrente baixa",
    cause: "A corrente medida está abaixo do limite definido no console.",
    effect: "O módulo ou a string gera menos do que o previsto.",
    remedy:
      "Procure sombra, neve e sujeira, depois confira fusíveis e conectores. Se outros dispositivos estiverem iguais, revise o limite.",
  },
  temperatureHigh: {
    name: "Temperatura acima do limite",
    cause: "A temperatura medida está acima do limite definido no console.",
    effect: "O dispositivo pode reduzir a potência, e sua vida útil diminui.",
    remedy:
      "Garanta a circulação de ar e procure marcas de aquecimento nos conectores. Se outros dispositivos estiverem iguais, revise o limite.",
  },
  temperatureLow: {
    name: "Temperatura abaixo do limite",
    cause: "A temperatura medida está abaixo do limite definido no console.",
    effect: "O dispositivo pode partir mais tarde. Módulos frios têm tensão maior.",
    remedy:
      "Com geada, nenhuma ação é necessária. Se a leitura não combina com o clima, o sensor falhou: troque o dispositivo.",
  },
  shutdownNotConfirmed: {
    name: "Desligamento não confirmado",
    cause:
      "O desligamento foi comandado, mas este dispositivo não confirmou a tempo a saída desligada: está offline, sem luz, ou a chave não abriu.",
    effect: "Ainda pode haver tensão perigosa na string.",
    remedy: "Trate a string como energizada. Abra a chave no local e meça antes de qualquer trabalho.",
  },
  unknownCode: {
    name: "Código de falha desconhecido",
    cause: "O dispositivo enviou um código que não está no catálogo, em geral próprio do fabricante.",
    effect: "O significado não é conhecido aqui. Compare a potência do dispositivo com a dos pares.",
    remedy:
      "Procure o código no manual do dispositivo ou consulte o fabricante com o código e o número de série.",
  },
};
