import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  register: {
    text: "Com uma conta própria você vê suas usinas e os dispositivos delas.",
    invited: "Você foi convidado para {{company}}. Escolha uma senha para entrar.",
    invitationOver: "Cadastrar-se sem o convite",
    userName: "Seu nome",
    companyName: "Empresa",
    companyHint: "Deixe em branco se o cadastro é para você",
    agreementNeeded: "Aceite o contrato do usuário",
    submit: "Cadastrar-se",
    busy: "Cadastrando…",
    failed: "Falha no cadastro",
    haveAccount: "Entrar com uma conta",
  },
  forgot: {
    text: "Um código mostra que a conta é sua. Todas as sessões da conta são encerradas.",
    submit: "Definir a nova senha",
    busy: "Definindo a senha…",
    back: "Voltar ao acesso",
  },
  code: {
    target: "E-mail ou telefone",
    label: "Código de verificação",
    hint: "Seis dígitos, válidos por 10 minutos",
    send: "Enviar código",
    sending: "Enviando…",
    again: "De novo em {{seconds}} s",
    targetNeeded: "Informe seu e-mail ou telefone",
    email: "Informe um e-mail correto",
    phone: "Informe um telefone correto",
    needed: "Informe o código de verificação",
    wrong: "Um código tem 6 dígitos",
  },
  chosen: {
    password: "Nova senha",
    passwordHint: "6 a 16 caracteres",
    confirm: "Nova senha mais uma vez",
    length: "A senha deve ter de 6 a 16 caracteres",
    same: "As senhas não são iguais",
    nameNeeded: "Informe seu nome",
  },
};
