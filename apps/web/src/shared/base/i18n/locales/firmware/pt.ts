import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  firmware: {
    intro:
      "Firmware para o qual os dispositivos podem ser atualizados. Cada arquivo é assinado por quem o publica.",
    upload: "Enviar firmware",
    uploadTitle: "Enviar firmware",
    uploadText:
      "Selecione o arquivo de firmware, com no máximo 64 MB, e o arquivo de assinatura (.sig). O nome do arquivo indica tipo, modelo, hardware e versão:",
    choose: "Selecionar arquivos",
    uploading: "Enviando {{name}}…",
    goOn: "Continuar envio",
    publishTitle: "Publicar {{name}}",
    publish: "Publicar",
    editTitle: "Editar {{name}}",
    save: "Salvar",
    signature: "Assinatura",
    signatureHint: "Conteúdo do arquivo de assinatura.",
    chooseSignature: "Selecionar arquivo .sig",
    permissionHint: "O firmware interno só é visível para contas com a permissão “Firmware interno”.",
    permissions: { external: "Externo", internal: "Interno" },
    releaseNotes: "Notas da versão",
    model: "Modelo",
    hardware: "Versão de hardware",
    sizeExact: "{{size}} ({{bytes}} bytes)",
    signedBy: "Assinado com a chave",
    sha256: "Soma de verificação SHA-256",
    allTypes: "Todos os tipos",
    allPermissions: "Todas as permissões",
    none: "Nenhum firmware ainda",
    noneText: "O firmware publicado aparece aqui.",
    noMatch: "Nenhum firmware corresponde aos filtros",
    showOf: "Ver detalhes de {{name}}",
    downloadOf: "Baixar {{name}}",
    editOf: "Editar {{name}}",
    deleteOf: "Excluir {{name}}",
    deleteTitle: "Excluir {{name}}?",
    deleteText:
      "O firmware e seu arquivo são excluídos definitivamente. Os dispositivos que o usam continuam com ele.",
    delete: "Excluir",
    column: {
      name: "Nome",
      version: "Número da versão",
      type: "Tipo",
      size: "Tamanho do pacote",
      publisher: "Publicado por",
      uploadedAt: "Data de envio",
      permission: "Permissão",
      actions: "Ações",
    },
  },
};
