export const texts = {
  deviceMoves: {
    check: "Mostrar o que muda",
    back: "Voltar",
    since: "Válido a partir de",
    energy: "Energia que deixa de contar na posição atual",
    alarms: "Alarmes que terminam",
    devices: "Dispositivos que mudam",
    atHint: "Padrão: agora",
    atPlace: "Posição {{place}}",
    below: "conectado a {{sn}}",
    more: "Mais {{figure}} dispositivos",
    kind: {
      leaves: "Sai da usina",
      begins: "Assume esta posição",
      moves: "Passa para esta posição",
      reconnects: "Permanece com nova conexão",
    },
    note: {
      past: "A data está no passado: os dados desde então são atribuídos às novas posições, e a energia e a receita desses dias são recalculadas.",
      pastUncounted:
        "A data está no passado: os dados desde então vieram por um gateway da usina anterior e não contam em nenhuma das duas. A energia e a receita desses dias são recalculadas.",
      noGateway: "Há unidades que ficam sem gateway. Os dados delas não contam até serem conectadas a um.",
      stillReported:
        "O gateway ainda informa o dispositivo que sai. Ele não é adicionado de novo automaticamente. Use “Procurar unidades” na página do gateway para atualizá-lo.",
      notReported:
        "O gateway ainda não informou o novo dispositivo. Quando ele estiver conectado, use “Procurar unidades” na página do gateway, para que os dados cheguem.",
      opensFirst:
        "A usina está desligada: os dispositivos que entram nela recebem imediatamente o comando de abrir e contam como instalados quando estiverem abertos.",
    },
    replace: {
      open: "Substituir",
      title: "Substituir {{sn}}",
      text: "O novo dispositivo assume a posição e as conexões deste. A posição mantém o histórico; o dispositivo antigo mantém o dele.",
      sn: "Número de série do novo dispositivo",
      codeHint: "Desnecessário para um dispositivo que já está nesta usina",
      aliasHint: "Padrão: o apelido deste dispositivo",
      at: "Substituído em",
      confirm: "Substituir dispositivo",
    },
    move: {
      open: "Mover",
      title: "Mover {{sn}}",
      text: "O dispositivo recebe outra posição, conexão ou usina. Os dados anteriores ficam na posição anterior.",
      placeHint: "Deixe vazio para manter a posição",
      parentHint: "Deixe vazio para manter a conexão ou usar o único gateway de outra usina",
      withBelow: "Mover também os dispositivos conectados a ele",
      at: "Movido em",
      confirm: "Mover dispositivo",
    },
    remove: {
      open: "Remover",
      title: "Remover {{sn}} da usina",
      text: "O dispositivo sai da usina e pode ser adicionado a outra. Os dados anteriores ficam nesta usina.",
      withBelow: "Remover também os dispositivos conectados a ele",
      at: "Removido em",
      confirm: "Remover dispositivo",
    },
  },
};
