import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  maintenance: {
    notice: "Manutenção: o serviço para em {{stop}} e volta em {{back}}.",
    dismiss: "Dispensar",
    othersStopped:
      "Manutenção em andamento. Até {{back}}, todos, exceto superusuários, veem a página de manutenção.",
    toManage: "Gerenciar avisos de manutenção",
    signInStopped: "Sistema em manutenção. O serviço volta em {{back}}; até lá, você vê apenas suas usinas.",
    stopped: {
      title: "Sistema em manutenção",
      text: "O aplicativo está temporariamente indisponível. O serviço volta em {{back}}.",
      plantsRun:
        "Suas usinas continuam funcionando e os dados são salvos. Esta página reabre automaticamente.",
      plants: "Suas usinas",
      shutdown: "Desligamento rápido",
      closeShutdown: "Ocultar desligamento",
      noPlants: "Você não tem usinas",
      more: "Mostrar mais",
    },
    list: {
      intro:
        "Anuncie e programe manutenções. Da parada ao retorno, todos os usuários, exceto superusuários, veem a página de manutenção. Ela termina automaticamente.",
      label: "Avisos de manutenção",
      search: "Nome",
      empty: "Nenhuma manutenção programada",
      emptyText: "Adicione uma manutenção para avisar os usuários.",
      noMatch: "Nenhuma manutenção corresponde aos filtros",
      allKinds: "Todos os tipos",
      add: "Adicionar manutenção",
      edit: "Editar {{name}}",
      delete: "Excluir {{name}}",
      sentences: "Visualizar avisos de {{name}}",
      switch: "Ativar {{name}}",
      overHint: "Esta manutenção terminou. Defina novos horários para ativá-la de novo.",
    },
    column: {
      name: "Nome",
      kind: "Tipo",
      preview: "Aviso a partir de",
      stop: "Parada do serviço",
      restart: "Retorno do serviço",
      phase: "Status",
      isOn: "Ativa",
      operator: "Alterada por",
      updatedAt: "Última alteração",
      actions: "Ações",
    },
    kind: { web: "Console (web)", app: "Aplicativo" },
    phase: {
      off: "Desativada",
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
      saveAndApply: "Salvar com efeito imediato",
      edited: "A manutenção foi salva.",
    },
    confirm: {
      onTitle: "Ativar “{{name}}”?",
      onText:
        "{{kind}}: a partir de {{preview}}, os usuários são avisados de que o serviço para em {{stop}} e volta em {{back}}.",
      onNow:
        "{{kind}}: o serviço para imediatamente e volta em {{back}}. Até lá, todos, exceto superusuários, veem a página de manutenção.",
      onSelf: "Você não é superusuário, portanto não poderá abrir esta página até lá.",
      on: "Ativar",
      offTitle: "Desativar “{{name}}”?",
      offText: "O aviso deixa de ser exibido e o serviço não para.",
      offNow: "O serviço volta imediatamente, a menos que outra manutenção esteja em andamento.",
      off: "Desativar",
      deleteTitle: "Excluir “{{name}}”?",
      deleteText:
        "A manutenção é excluída permanentemente. Se estiver anunciada ou em andamento, ela termina.",
      delete: "Excluir",
    },
    sentences: {
      title: "Avisos exibidos aos usuários",
      announced: "A partir de {{at}}: aviso",
      running: "A partir de {{at}}: página inteira",
      language: "Idioma",
    },
  },
};
