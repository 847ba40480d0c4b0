import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Adicionar gateways e dispositivos",
  blocks: [
    "Os dados de uma usina chegam pelo gateway. Tudo o que está ligado a ele, strings e módulos, aparece sozinho quando o gateway o informa.",
    {
      picture: "add-device",
      alt: "Janela para adicionar um gateway ou dispositivo: número de série, código de registro, apelido e dia da instalação",
    },
    {
      steps: [
        "Abra a usina e pressione **Adicionar dispositivo**.",
        "Informe o **número de série** e o **código de registro** da etiqueta.",
        "Se quiser, dê um apelido de letras e dígitos e o dia da instalação; envios anteriores a esse dia são rejeitados.",
        "Pressione **Adicionar dispositivo**, depois ligue o gateway e conecte-o à internet.",
      ],
    },
    "Código errado, número de série desconhecido e dispositivo já usado em outro lugar recebem a mesma resposta.",
  ],
  sections: [
    {
      heading: "Ler etiquetas",
      blocks: [
        "Em um navegador que lê códigos de barras, **Ler etiqueta** ao lado do número de série abre a câmera: aponte-a para o QR code ou código de barras da etiqueta. O número de série é preenchido, e também o código de registro, se o código da etiqueta o contiver. Sem câmera, digite ou cole os dois.",
        "No celular, a página de uma usina tem páginas próprias para adicionar e substituir dispositivos, em que um dispositivo é lido após o outro.",
      ],
    },
    {
      heading: "Um dispositivo que ninguém cadastrou",
      blocks: [
        "Os dispositivos estão num registro mantido pelo operador do servidor. Quem pode preenchê-lo marca **Este número de série ainda não está registrado** e informa o modelo; **Gerar código** cria um código de registro para um dispositivo sem código. Ele é mostrado uma vez e guardado apenas como hash.",
      ],
    },
    {
      heading: "Importar muitos dispositivos",
      blocks: [
        {
          steps: [
            "Selecione **Importação de dispositivos** no menu, o que importar e a usina, e baixe o **modelo** em um dos quatro idiomas. Qualquer outro arquivo .xlsx ou .csv com títulos nas colunas também serve: no máximo 10.000 linhas e 5 MB, sem fórmulas nem células mescladas.",
            "Selecione o arquivo e **Continuar**. Confira o conteúdo de cada coluna e selecione **Verificar linhas**. Nada é gravado ainda.",
            "As linhas com erros são listadas com o motivo e contadas por ele. Corrija as células ali mesmo e verifique-as de novo, ou use **Baixar linhas com erros**, corrija-as e selecione esse arquivo novamente. As linhas sem erros podem ser importadas sozinhas.",
            "A importação é executada em segundo plano e pode ser cancelada; nesse caso nada é gravado.",
          ],
        },
      ],
    },
    {
      heading: "Substituir, mover e remover",
      blocks: [
        "Na página de um dispositivo, **Substituir** coloca outro dispositivo na posição dele, **Mover** dá a ele outra posição, conexão ou usina, e **Remover** o retira da usina. Cada ação aceita o horário a partir do qual vale; sem ele, vale desde agora.",
        "**Mostrar o que muda** lista os dispositivos, a energia que deixa de contar na posição e os alarmes que terminam. Nada muda antes da confirmação. O passado anterior a esse horário fica como está.",
      ],
    },
    {
      heading: "O primeiro envio",
      blocks: [
        "Até o primeiro envio, a página da usina mostra qual dos três passos vem a seguir. Assim que o gateway é ouvido, aparecem potência, dispositivos e curvas.",
      ],
    },
    {
      heading: "Comissionamento",
      blocks: [
        "**Conferir dispositivos esperados**, ao lado dos gateways de uma usina, compara o que deveria estar lá com o que enviou dados.",
        {
          steps: [
            "Selecione **Editar dispositivos esperados** e cole os números de série, um por linha, ou leia-os de um arquivo .xlsx ou .csv. Sem lista, são esperados o layout publicado e os dispositivos da usina.",
            "Dispositivos **ausentes** não foram adicionados, ainda não enviaram dados ou faltam no seu lugar. Os **desconhecidos** estão na usina, mas não eram esperados. Os **encontrados** mostram o sinal e os valores do primeiro envio.",
            "**Criar relatório de aceitação** gera um PDF com tudo isso e espaço para assinaturas, no idioma do console.",
          ],
        },
      ],
    },
  ],
};
