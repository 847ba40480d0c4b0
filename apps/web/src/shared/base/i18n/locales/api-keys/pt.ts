import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  apiKeys: {
    intro:
      "Programas leem suas usinas com uma chave em vez da sua senha: scripts, painéis, Prometheus. Uma chave não altera nada.",
    add: "Criar chave",
    none: "Nenhuma chave de API",
    noneText: "As chaves que você criar aparecem aqui.",
    column: {
      name: "Nome",
      state: "Status",
      key: "Chave",
      rights: "Permissões",
      plants: "Usinas",
      expiresAt: "Expira em",
      lastUsedAt: "Último uso",
      actions: "Ação",
    },
    state: {
      active: "Ativa",
      expired: "Expirada",
      revoked: "Revogada",
    },
    plantsOf: {
      all: "Todas as usinas",
      chosen: "Usinas selecionadas",
    },
    permission: {
      station: "Ver usinas",
      device: "Ver dispositivos",
      alarm: "Ver alarmes",
    },
    form: {
      name: "Nome",
      nameHint: "O programa que a usa, como o Grafana",
      rights: "Permissões",
      rightsHint: "A chave nunca tem mais permissões que a sua conta.",
      plants: "Usinas",
      chosen: "Usinas selecionadas",
      days: "Válida por (dias, 1–366)",
      expires: "Expira em {{at}}.",
      mqtt: "Assinar por MQTT (Home Assistant)",
      mqttHint:
        "O Home Assistant mostra as usinas como dispositivos com potência, energia e status. Requer Ver usinas; no máximo 50 usinas.",
      mqttHintAlarms:
        "O Home Assistant mostra as usinas como dispositivos com potência, energia, status e número de alarmes ativos. Requer Ver usinas; no máximo 50 usinas.",
    },
    mqtt: {
      title: "Conectar o Home Assistant (MQTT)",
      text: "Chaves com “Assinar por MQTT” recebem aqui os valores das suas usinas. Outras chaves são recusadas.",
      address: "Endereço",
      user: "Usuário",
      anyUser: "Qualquer",
      password: "Senha",
      itsKey: "A chave",
      topics: "Tópicos",
      example: "Bridge de um broker Mosquitto",
      bridgeText:
        "Salve o arquivo na pasta de configuração do Mosquitto e substitua {{placeholder}} pela sua chave. Uma chave nova já vem preenchida quando você a cria.",
    },
    keyTitle: "Chave {{name}}",
    key: "Chave de API",
    keyText: "Guarde esta chave com segurança. Ela só é mostrada agora e expira em {{at}}.",
    firstCall: "Primeira chamada",
    codeCopied: "Copiado.",
    copy: "Copiar",
    copied: "A chave foi copiada.",
    done: "Concluir",
    revoke: "Revogar",
    revokeTitle: "Revogar {{name}}?",
    revokeText: "Os programas que usam esta chave perdem o acesso imediatamente. Isso não pode ser desfeito.",
  },
};
