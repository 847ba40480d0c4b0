import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Sistema",
  blocks: [
    "**Sistema**, no alto, é para quem opera o servidor. Cada página dele exige a sua própria permissão.",
  ],
  sections: [
    {
      heading: "Avisos de manutenção",
      blocks: [
        "Anuncia que o serviço vai parar e o para. A partir da hora do anúncio as pessoas leem um aviso com as duas horas no seu fuso e idioma, que podem dispensar. Da parada ao retorno todos, menos superusuários, veem a página de manutenção com as suas usinas; depois termina sozinha. Usinas e gateways continuam trabalhando.",
        {
          picture: "maintenance",
          alt: "Lista de avisos de manutenção com tipo, horários, estado e a chave que liga cada um",
        },
        {
          steps: [
            "Pressione **Adicionar manutenção**, dê um nome e os três horários e diga se vale para o console ou para o aplicativo instalado.",
            "Leia nos quatro idiomas o que as pessoas vão ler.",
            "Ligue-a. Você é perguntado mais uma vez e avisado se vale imediatamente.",
          ],
        },
      ],
    },
    {
      heading: "Contatos de serviço",
      blocks: [
        "A quem as pessoas recorrem, por país ou região: e-mail, um código QR, um texto. Aparecem na página de login e no menu da conta, na ordem dada aqui.",
        { picture: "providers", alt: "Lista de contatos de serviço com país ou região, e-mail e ordem" },
      ],
    },
    {
      heading: "Firmware",
      blocks: [
        "Firmware para o qual os dispositivos podem ser atualizados, com versão, tipo, tamanho, quem publicou, data de envio e permissão. O firmware interno só aparece para contas com a permissão “Firmware interno”. O olho mostra as notas da versão, o SHA-256 e a assinatura; a seta baixa o arquivo.",
        {
          steps: [
            "Selecione **Enviar firmware** e depois o arquivo de firmware junto com o arquivo de assinatura (.sig). Se a conexão cair, **Continuar envio** retoma de onde parou.",
            "Confira o tipo e a versão, selecione a permissão e escreva as notas da versão.",
            "Selecione **Publicar** e confirme sua senha.",
          ],
        },
      ],
    },
    {
      heading: "Registros",
      blocks: [
        "Registros de operações, do sistema, de segurança, de dispositivos e de alarmes, e solicitações negadas: quem fez o quê, quando, de onde e como havia entrado. Escolha um período, restrinja por tipo, objeto ou busca; pressione uma linha para ver o valor original e o novo, campo a campo. Exportar grava o que corresponde em um arquivo CSV. O registro de dispositivos tem o que os usuários fizeram com os dispositivos e o que estes informaram: conexões, versões, parâmetros e como terminaram comandos e atualizações. No alto está se a cadeia que sela o registro está íntegra; um superusuário pode mandar verificá-la na hora.",
      ],
    },
    {
      heading: "Configuração",
      blocks: [
        "Nome do produto, largura mínima da página, idiomas oferecidos, endereços dos servidores e dos aplicativos, versão dos termos. Páginas abertas acompanham em até um minuto. Se outra pessoa salvou nesse meio-tempo, você é avisado e pode carregar os valores mais novos. O histórico de alterações, abaixo, mostra quem alterou qual configuração, de qual valor para qual, e quando.",
        {
          picture: "configuration",
          alt: "Formulário da configuração: nome do produto, largura mínima, servidores, idiomas",
        },
      ],
    },
    {
      heading: "Escolher um servidor",
      blocks: [
        "A página de login lista os servidores China, Internacional e Sudeste Asiático, cada um com o endereço da configuração. Escolher um abre o console daquele servidor; contas e usinas de um não estão no outro. Um sem endereço é marcado como este servidor.",
        { picture: "servers", alt: "Menu ao pé da página de login com os três servidores" },
      ],
    },
  ],
};
