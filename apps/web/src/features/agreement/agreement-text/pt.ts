import type { Chapter } from "../document.ts";

export const agreement: Chapter = {
  title: "Termos de uso",
  blocks: [
    "Em resumo: o operador deste servidor dá a você uma conta e cuida dos dados; você a usa para usinas às quais tem direito e nunca como único meio de deixar uma usina segura. O restante diz o mesmo com mais cuidado. Onde a lei do seu país der mais, vale a lei.",
  ],
  sections: [
    {
      heading: "Entre quem",
      blocks: [
        "Este acordo é entre você e o **operador**: a empresa ou pessoa que mantém este servidor e deu a você a conta, ou que abriu o cadastro. Quem escreve o Heliograph não é parte dele; entrega o software a todos sob a licença indicada abaixo.",
        "Quem usa o console em nome de uma empresa garante que a empresa concorda.",
      ],
    },
    {
      heading: "O que o produto faz",
      blocks: [
        "O Heliograph recebe os envios dos gateways de usinas solares, armazena-os e mostra potência, energia, estados e alarmes de usinas, strings e módulos. Mantém um registro de dispositivos e uma conta para cada pessoa. O manual ao lado descreve o que a versão em uso sabe fazer; o que não está lá não é prometido.",
        "Os números servem à supervisão. Cada valor de energia diz quanto foi medido, chegou depois ou é estimado. Não são leituras de um medidor aferido nem fatura; os valores em dinheiro vêm dos preços informados para a usina.",
      ],
    },
    {
      heading: "Deveres do operador",
      blocks: [
        {
          list: [
            "Manter o servidor com cuidado: versões atuais, conexões cifradas, cópias de segurança, acesso para poucos.",
            "Anunciar manutenções no console com antecedência sempre que possível, com a hora de parada e de retorno.",
            "Cadastrar dispositivos só para quem pode tê-los e manter em segredo os códigos de registro.",
            "Ler dados de usinas e de pessoas apenas na medida em que operar o serviço, ajudar você ou a lei exigirem.",
            "Responder aos seus pedidos sobre seus dados e avisar logo se alguém indevido teve acesso a eles.",
          ],
        },
      ],
    },
    {
      heading: "Seus deveres",
      blocks: [
        {
          list: [
            "Informar contatos verdadeiros e guardar a senha só para si. O que for feito com a sua conta conta como feito por você até que avise da perda.",
            "Adicionar apenas usinas e dispositivos seus ou que lhe pediram para cuidar.",
            "Deixar que só pessoas qualificadas trabalhem na usina, mostre o console o que mostrar. Um módulo sob luz está energizado, mesmo que a tela diga outra coisa.",
            "Avisar quem está no local antes de um comando que muda o funcionamento da usina.",
            "Não contornar limites, não tentar contas ou dispositivos alheios, não sobrecarregar o servidor além do uso normal.",
          ],
        },
      ],
    },
    {
      heading: "Aqui o desligamento rápido não é dispositivo de emergência",
      blocks: [
        {
          note: "Tudo o que este console mostra ou envia sobre abrir unidades é uma **parada por conveniência**. Não é o iniciador exigido pela NEC 690.12 ou por norma semelhante: esse é uma chave no local, ao alcance dos bombeiros.",
        },
        "Um comando pela rede pode atrasar ou se perder: a internet, o gateway ou o servidor podem estar fora. Em perigo, use a chave no local, afaste-se de partes energizadas e chame a emergência. Uma usina só conta como desligada quando suas unidades o informaram, e mesmo assim uma pessoa qualificada mede antes de tocar em algo.",
      ],
    },
    {
      heading: "Quais dados são guardados",
      blocks: [
        {
          terms: [
            [
              "Sua conta",
              "Nome, e-mail ou telefone, empresa, função, observações de quem criou a conta e um hash da senha (argon2id), do qual não se lê a senha.",
            ],
            [
              "Suas sessões",
              "Quando e de que endereço de rede e navegador você entrou e quando foi visto por último. O acesso termina 30 minutos após a última renovação, a sessão 14 dias depois; entradas com erro são contadas para frear tentativas.",
            ],
            [
              "Suas usinas",
              "O que você informa: nome, local, capacidade, preços, pessoas a chamar, fotos. De uma usina pública todos veem nome, potência, energia e coordenadas arredondadas a 0,1°; nem endereço, nem dono, nem valores, nem números de série.",
            ],
            [
              "Seus dispositivos",
              "Número de série, modelo, versões, onde estão instalados e um hash do código de registro.",
            ],
            [
              "Medições e eventos",
              "O que os gateways enviam. Envios que não podem estar certos são retidos com o motivo; destes guardam-se os 1.000 mais novos de cada gateway. Envios que ainda não têm lugar são guardados por 7 dias.",
            ],
            [
              "Operações",
              "Quem mudou o quê e quando, com o valor antes e depois. O banco de dados recusa mudar ou apagar essas linhas; elas citam contas por número, para que um nome possa ser apagado sem tocá-las.",
            ],
          ],
        },
      ],
    },
    {
      heading: "Por quanto tempo, e seus direitos",
      blocks: [
        "A conta fica até ser excluída. Medições e dados da usina ficam enquanto a usina existir e por mais 30 dias depois da exclusão. Registros e alarmes resolvidos são apagados após 36 meses ou após o prazo definido pelo operador, que avisa você.",
        "Você pode perguntar ao operador o que está guardado a seu respeito, pedir correção, uma cópia e a exclusão da conta. Os contatos do operador estão nos contatos de serviço deste servidor ou com quem deu a você a conta.",
        "Seus dados não são vendidos, não servem à publicidade e não são enviados a outras empresas por este software. As páginas não carregam nada de outros servidores, exceto imagens de mapa se o operador configurou um serviço de mapas.",
      ],
    },
    {
      heading: "O que fica no seu navegador",
      blocks: [
        "Esta versão não cria cookies, não mede visitas e não tem publicidade. No armazenamento local fica apenas a aparência das páginas:",
        {
          terms: [
            ["language", "O idioma escolhido."],
            ["device", "Se aparece o layout de computador ou de celular."],
            ["size", "Quão densas são tabelas e formulários."],
            ["sidebarStatus", "Se o menu está recolhido."],
            ["activeTopMenuPath", "A área do menu usada por último."],
            [
              "prefs",
              "Tema, colunas das tabelas, avisos dispensados e a versão destes termos que foi aceita aqui.",
            ],
          ],
        },
        "Enquanto você está conectado, a aba guarda a sessão no armazenamento de sessão; ela some ao fechar a aba ou sair. Se você instala o aplicativo, o navegador guarda também os arquivos do próprio programa para poder iniciar, mas nenhum dado de usinas.",
      ],
    },
    {
      heading: "Licença e garantia",
      blocks: [
        "O Heliograph é código aberto sob a Licença Apache, versão 2.0. Você pode usar, estudar, alterar e repassar o software nos termos dela.",
        "O software é entregue **como está, sem garantia de qualquer tipo**, como dizem as seções 7 e 8 da licença. Seus autores não respondem por danos do uso ou da impossibilidade de uso. O que o operador deve a você pelo serviço é assunto entre você e o operador; nenhum lado pode excluir a responsabilidade que a lei não permite excluir.",
      ],
    },
    {
      heading: "Fim e mudanças",
      blocks: [
        "Você pode parar a qualquer momento e pedir a remoção da conta. O operador pode encerrar uma conta que viole estas regras e diz por quê.",
        "Termos alterados recebem nova versão e data no topo desta página. Se uma mudança tira algo de você, o operador avisa antes que valha. Aplica-se a lei da sede do operador, na medida em que a lei que protege você onde mora não venha primeiro.",
      ],
    },
  ],
};
