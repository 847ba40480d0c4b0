import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  corrections: {
    intro:
      "Ajusta a geração de um dia a uma referência, como o medidor. Os totais acompanham; os dados medidos não mudam.",
    add: "Corrigir um dia",
    save: "Salvar",
    mayNot: "Você não tem permissão para corrigir a geração desta usina.",
    automatic: {
      title: "Correção automática",
      on: "Ativada",
      off: "Desativada",
      meter: "Após a meia-noite, cada dia é ajustado ao que o medidor CA do gateway contou.",
      counts: "O medidor CA é o nível de medição desta usina; não há nada a corrigir.",
      none: "Nenhuma leitura de medidor CA dos gateways desta usina nos últimos dias. Os dias são corrigidos assim que um medidor enviar dados.",
      onTitle: "Ativar a correção automática?",
      onText:
        "A partir de hoje, cada dia de {{name}} é ajustado à leitura do medidor CA quando o dia termina. Totais e receita acompanham.",
      onConfirm: "Ativar",
      offTitle: "Desativar a correção automática?",
      offText:
        "Os dias de {{name}} deixam de ser corrigidos automaticamente. As correções já feitas continuam valendo até que você as cancele.",
      offConfirm: "Desativar",
    },
    list: "Registros de correção",
    column: {
      actions: "Ações",
      day: "Dia",
      sourceWh: "Antes",
      correctedWh: "Após a correção",
      differenceWh: "Diferença",
      generationWh: "Geração medida",
      mode: "Modo",
      createdAt: "Hora",
      byName: "Por",
      state: "Status",
    },
    mode: { auto: "Automática", manual: "Manual" },
    state: { active: "Em vigor", cancelled: "Cancelada" },
    system: "Sistema",
    allModes: "Todos os modos",
    allStates: "Todos os status",
    none: "Nenhuma correção",
    noneText: "Os dias corrigidos aparecem aqui, com a geração antes e depois.",
    noMatch: "Nenhuma correção corresponde aos filtros",
    cancel: "Cancelar correção",
    cancelTitle: "Cancelar a correção de {{day}}?",
    cancelText: "A energia medida de {{energy}} volta a valer. Totais e receita acompanham.",
    cancelTextNone: "O dia volta a valer como medido. Totais e receita acompanham.",
    form: {
      day: "Dia",
      dayHint: "Um dia já encerrado, no fuso horário da usina.",
      energy: "Geração do dia",
      energyHint: "Do dia inteiro, conforme o medidor.",
      measured: "Medido: {{measured}} kWh.",
      measuredDifference: "Medido: {{measured}} kWh ({{difference}}).",
      notMeasured: "Nada foi medido neste dia.",
      farTitle: "Salvar uma energia muito diferente?",
      far: "{{energy}} kWh são {{share}} dos {{measured}} kWh medidos. Salvar?",
    },
  },
};
