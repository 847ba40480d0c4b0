import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  maintenance: {
    notice: "Manutenção: o serviço para em {{stop}} e volta em {{back}}.",
    dismiss: "Dispensar este aviso",
    othersStopped:
      "Manutenção em andamento. Até {{back}}, todos, exceto superusuários, veem a página de manutenção.",
    toManage: "Ir para os avisos de manutenção",
    signInStopped: "Sistema em manutenção. O serviço volta em {{back}}; até lá, você vê apenas suas usinas.",
    stopped: {
      title: "Sistema em manutenção",
      text: "O aplicativo está temporariamente indisponível. O serviço volta em {{back}}.",
      plantsRun:
        "Suas usinas continuam funcionando e o que elas enviam é guardado. Esta página se reabre sozinha.",
      plants: "Suas usinas",
      noPlants: "Nenhuma usina ao seu alcance",
      more: "Mostrar mais",
    },
    list: {
      intro:
        "Anuncie a parada do serviço e pare-o. Da parada até o retorno, todos, exceto superusuários, veem a página de manutenção; depois ela termina sozinha.",
      label: "Avisos de manutenção",
      search: "Nome",
      empty: "Ainda não há manutenções",
      emptyText: "Adicione uma quando houver trabalhos previstos no sistema.",
      noneFit: "Nenhuma manutenção corresponde",
      allKinds: "Todos os tipos",
      add: "Adicionar manutenção",
      edit: "Editar {{name}}",
      delete: "Excluir {{name}}",
      sentences: "O que se lê sobre {{name}}",
      switch: "{{name}} está ligada",
      overHint: "Já terminou. Defina novos horários para ligá-la de novo.",
    },
    column: {
      name: "Nome",
      kind: "Tipo",
      preview: "Aviso a partir de",
      stop: "Parada do serviço",
      restart: "Retorno do serviço",
      phase: "Situação",
      isOn: "Ligada",
      operator: "Último operador",
      updatedAt: "Última alteração",
      actions: "Ações",
    },
    kind: { web: "Console (web)", app: "Aplicativo" },
    phase: {
      off: "Desligada",
      scheduled: "Programada",
      announced: "Anunciada",
      running: "Em andamento",
      over: "Encerrada",
    },
    form: {
      addTitle: "Adicionar manutenção",
      editTitle: "Editar manutenção",
      nameHint: "Visível apenas aqui.",
      clockHint: "No seu fuso horário.",
      save: "Salvar",
      saveAtOnce: "Salvar com efeito imediato",
      edited: "A manutenção foi alterada.",
    },
    confirm: {
      onTitle: "Ligar “{{name}}”?",
      onText:
        "{{kind}}: a partir de {{preview}}, avisa-se que o serviço para em {{stop}} e volta em {{back}}.",
      onNow:
        "{{kind}}: o serviço para imediatamente e volta em {{back}}. Até lá, todos, exceto superusuários, veem a página de manutenção.",
      onSelf: "Você não é superusuário: antes disso, não poderá abrir esta página de novo.",
      on: "Ligar",
      offTitle: "Desligar “{{name}}”?",
      offText: "O aviso desaparece e o serviço não para.",
      offNow: "O serviço volta imediatamente, a menos que outra manutenção ainda o pare.",
      off: "Desligar",
      deleteTitle: "Excluir “{{name}}”?",
      deleteText:
        "A manutenção é removida definitivamente. Se estiver anunciada ou em andamento, termina junto.",
      delete: "Excluir",
    },
    sentences: {
      title: "O que se lê",
      announced: "A partir de {{at}}, como aviso",
      running: "A partir de {{at}}, como página",
      language: "Idioma",
    },
  },
};
