import type { FaultText } from "../fault-text.ts";
import type { SecurityFaultName } from "../faults.ts";

export const securityTexts: Readonly<Record<SecurityFaultName, FaultText>> = {
  logChainBroken: {
    name: "Cadeia do registro rompida",
    cause:
      "Uma linha do registro falta ou difere do que foi selado: o banco de dados foi alterado ou um backup antigo foi restaurado.",
    effect: "A partir dessa linha, o registro não mostra com segurança o que aconteceu.",
    remedy: "Descubra quem tem acesso ao banco de dados, guarde uma cópia e compare com o último backup.",
  },
  rootReset: {
    name: "Senha ROOT redefinida",
    cause: "A senha da conta ROOT foi redefinida no terminal do servidor.",
    effect: "A senha antiga não funciona mais.",
    remedy:
      "Se nenhum administrador fez isso, outra pessoa tem acesso ao servidor: troque as credenciais e confira os usuários dele.",
  },
  manySignInFailures: {
    name: "Muitas falhas de login",
    cause: "Muitos logins com senha ou código errado foram recusados em pouco tempo.",
    effect: "Novas tentativas são atrasadas. Nenhuma delas obteve acesso.",
    remedy:
      "Confira os endereços no registro e bloqueie-os no firewall se continuarem. Contas com segundo fator estão protegidas.",
  },
  sessionReplay: {
    name: "Token de login reutilizado",
    cause: "Um token já usado foi apresentado de novo. Alguém pode tê-lo copiado.",
    effect: "A sessão foi encerrada, e o usuário precisa entrar de novo.",
    remedy:
      "Pergunte ao usuário. Sem explicação, mande trocar a senha e verificar o computador contra malware.",
  },
  claimLocked: {
    name: "Vínculo de gateway bloqueado",
    cause: "Foram tentados muitos códigos de registro errados para este número de série.",
    effect: "O gateway não pode ser vinculado por uma hora.",
    remedy:
      "Confira o código na etiqueta do gateway. Se ninguém o estava instalando, fique atento a novas tentativas.",
  },
  duplicateGateway: {
    name: "Identidade de gateway duplicada",
    cause:
      "Duas conexões com as credenciais deste gateway se substituem: credenciais copiadas ou dois dispositivos com a mesma configuração.",
    effect: "Os dados e os comandos da usina não são confiáveis.",
    remedy:
      "Encontre o segundo dispositivo e desligue-o. Depois vincule o gateway de novo para que receba outro segredo.",
  },
  reportNumberReused: {
    name: "Número de envio reutilizado",
    cause:
      "O gateway usou um número já usado para outro conteúdo: sua memória foi restaurada, ou alguém envia dados em seu nome.",
    effect: "Vale o primeiro envio. O segundo fica guardado como evidência.",
    remedy:
      "Verifique se o gateway foi reiniciado de fábrica ou trocado. Se não, vincule-o de novo para que receba outro segredo.",
  },
  otherPlantUnits: {
    name: "Dispositivos de outra usina",
    cause: "O gateway informou dispositivos que pertencem a outra usina ou empresa.",
    effect: "Seus dados são rejeitados, e eles ficam na sua usina.",
    remedy: "Confira os números de série. Se foram mudados de propósito, remova-os antes da usina anterior.",
  },
  tooManyUnits: {
    name: "Dispositivos demais",
    cause: "O gateway anunciou mais dispositivos do que um gateway pode ter.",
    effect: "Os dispositivos acima do limite não são adotados.",
    remedy: "Confira a configuração do gateway e divida os dispositivos entre vários gateways.",
  },
  wrongSessionReply: {
    name: "Resposta de sessão errada",
    cause:
      "A resposta a um comando veio de uma sessão que não é a atual do gateway ou repetiu a resposta final de uma sessão anterior.",
    effect: "A resposta foi ignorada e não muda nada.",
    remedy:
      "Verifique quais ferramentas estão conectadas como este gateway. Se não houver nenhuma, vincule-o de novo para que receba outro segredo.",
  },
};
