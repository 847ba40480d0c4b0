import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Entrar",
  blocks: [
    "Abra o endereço do console num navegador. Você cria uma conta em **Cadastro**, ou um administrador da sua empresa ou do seu instalador convida você.",
    {
      picture: "sign-in",
      alt: "Página de entrada: um telhado de módulos à esquerda; campos de conta e senha, os termos e o botão à direita",
    },
    {
      steps: [
        "Informe **e-mail ou telefone** e **senha**. Um gerenciador de senhas pode preencher os dois.",
        "Marque que concorda com os termos de uso; o link os abre. Este navegador se lembra da versão.",
        "Pressione **Entrar**. Você chega ao início ou à página do link que seguiu.",
      ],
    },
    "Conta errada e senha errada recebem a mesma resposta. Após dez falhas a próxima tentativa precisa esperar, cada vez um pouco mais.",
  ],
  sections: [
    {
      heading: "Sem conta",
      blocks: [
        "**Ver usinas públicas** mostra as usinas que os donos tornaram públicas: nome, potência e energia, sem endereços, donos nem valores. Nada pode ser alterado ali.",
        "**Cadastro** envia um código de seis dígitos ao seu e-mail ou telefone; ele vale por 10 minutos. Com ele, seu nome e uma senha de 6 a 16 caracteres você ganha uma conta com empresa própria e já entra.",
        "O link de um convite leva à mesma página e à empresa que convidou você. Funciona uma única vez, em até sete dias.",
      ],
    },
    {
      heading: "Senha esquecida",
      blocks: [
        "**Senha esquecida** envia um código ao e-mail ou telefone da sua conta; com ele você escolhe uma nova senha. Todas as sessões da conta são encerradas. Se nenhum código chegar, a conta pode estar em outro endereço: os **Contatos de serviço** ao pé da página, onde houver, dizem a quem pedir.",
      ],
    },
    {
      heading: "Permanecer conectado e o segundo fator",
      blocks: [
        "Com **Manter-me conectado**, este navegador abre o console sem senha por 14 dias de cada vez, até você sair. Deixe desmarcado em um computador que outros usam.",
        "Na **Área pessoal** você pode adicionar um segundo fator: um **aplicativo autenticador**, cujos seis dígitos são pedidos depois da senha, ou uma **chave de acesso**, com a qual a digital, o rosto ou o PIN do seu dispositivo fazem o login. Com o primeiro deles vêm dez códigos de recuperação; cada um permite entrar uma vez se o celular se perder. **Sessões** mostra onde sua conta está conectada e a encerra ali. Antes de mudanças desse tipo, o console pede sua senha novamente. Quem perdeu tudo pede a um administrador, que remove o segundo fator da conta.",
      ],
    },
    {
      heading: "Sair",
      blocks: [
        "O botão redondo com suas iniciais, no alto à direita, abre o menu da conta; **Sair** pergunta mais uma vez e então sai em todas as abas que usam a sessão. Uma sessão sem uso termina após 14 dias. Quando acaba, o console avisa, e depois de entrar de novo você volta à mesma página.",
      ],
    },
  ],
};
