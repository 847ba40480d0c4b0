export const texts = {
  commissioning: {
    summary: "{{found}} de {{expected}} encontrados",
    source: {
      list: "Esperados: os números de série da lista desta usina.",
      layout:
        "Esperados: os lugares do layout publicado e os dispositivos da usina. Salve uma lista para comparar com números de série.",
      devices:
        "Esperados: os dispositivos adicionados à usina. Salve uma lista para comparar com números de série.",
    },
    byState: "Dispositivos por resultado",
    state: {
      found: "Encontrados",
      missing: "Ausentes",
      unknown: "Desconhecidos",
    },
    rowState: { found: "Encontrado", missing: "Ausente", unknown: "Desconhecido" },
    reason: {
      notAdded: "não adicionado à usina",
      notReported: "ainda sem envio",
      emptyPlace: "sem dispositivo neste lugar",
    },
    weakCount_one: "{{count}} dispositivo com sinal fraco",
    weakCount_other: "{{count}} dispositivos com sinal fraco",
    weak: "Sinal fraco",
    result: "Resultado",
    parent: "Ligado a",
    sharedPlace: "Mesmo local de {{sn}}",
    firstAt: "Primeiro envio",
    editList: "Editar dispositivos esperados",
    report: "Criar relatório de aceitação",
    reportStarted: "O relatório de aceitação está sendo criado e será baixado.",
    none: "Nenhum dispositivo esperado ainda",
    noneText: "Adicione dispositivos à usina, publique o layout ou salve uma lista de números de série.",
    listTitle: "Dispositivos esperados",
    listText:
      "A lista é comparada com os dispositivos que enviam dados nesta usina. Sem lista, são esperados o layout publicado e os dispositivos da usina.",
    file: "Ler de um arquivo",
    fileHint:
      "Um arquivo .xlsx ou .csv com uma coluna de números de série e, se houver, uma de localizações: no máximo {{max}} linhas. Ele substitui a lista abaixo.",
    serials: "Números de série",
    serialsHint: "Um por linha. A localização pode vir depois de tabulação, vírgula ou ponto e vírgula.",
    save: "Salvar lista",
    problem: {
      format:
        "Linha {{line}}: “{{text}}” não é um número de série. Use 4–32 caracteres de A–Z, 0–9 e hífens.",
      repeated: "Linha {{line}}: {{text}} está repetido.",
      place: "Linha {{line}}: a localização de {{text}} tem mais de 40 caracteres.",
    },
    moreProblems_one: "Mais {{count}} linha está errada.",
    moreProblems_other: "Mais {{count}} linhas estão erradas.",
    tooMany: "A lista tem mais de {{max}} números de série.",
  },
};
