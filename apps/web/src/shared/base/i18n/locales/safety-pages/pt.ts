import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  holds: {
    intro:
      "Usinas desligadas, desligando ou religando, e quem mantém cada uma. Só quem desligou pode religar.",
    none: "Nenhuma usina está desligada",
    noneText: "Uma usina aparece aqui assim que alguém a desliga.",
    more_one: "Mais {{count}} usina não está listada. Abra-a pela lista de usinas.",
    more_other: "Mais {{count}} usinas não estão listadas. Abra-as pela lista de usinas.",
    mine: "{{name}} (você)",
    dark_one: "{{count}} sem luz",
    dark_other: "{{count}} sem luz",
    column: {
      plant: "Usina",
      state: "Status",
      holder: "Responsável",
      since: "Desde",
      proven: "Comprovadas",
      marks: "Marcações para manter desligada",
    },
  },
  records: {
    title: "Comprovantes",
    text: "Cada desligamento e religamento como arquivo assinado: quem acionou, o que foi enviado e o que cada unidade mediu.",
    none: "O primeiro desligamento ou religamento cria um comprovante aqui.",
    shutdown: "Desligamento",
    reset: "Religamento",
    result: "{{proven}} de {{units}} comprovadas, {{dark}} sem luz",
    never: "sem comprovação completa",
    after: "completo após {{seconds}} s",
    save: "Salvar {{format}} de {{at}}",
    saveLedger: "Salvar registro",
    verify: "Verificar um arquivo",
    key: "Chave pública desta instalação:",
    otherKey: "Válido, mas assinado por outra instalação: {{key}}",
    valid_one: "Válido: {{count}} entrada, assinatura e cadeia conferem",
    valid_other: "Válido: {{count}} entradas, assinatura e cadeia conferem",
    broken: {
      chain: "A entrada {{number}} foi alterada ou falta uma anterior",
      signature: "A assinatura não corresponde ao conteúdo",
      format: "Este arquivo não é um comprovante nem um registro",
    },
  },
};
