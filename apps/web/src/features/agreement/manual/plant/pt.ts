import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "A página da usina",
  blocks: [
    "A visão geral mostra a potência atual da usina, a energia de hoje e o desempenho. Ela é atualizada automaticamente conforme chegam os envios. As abas abaixo do cabeçalho levam às outras páginas da usina: layout, dispositivos, alarmes, receita, relatórios, correções, comandos e membros. O status, o motivo e os contatos são os mesmos em todas.",
    {
      picture: "plant",
      alt: "Visão geral de uma usina: fluxo de potência, curva do dia medida e esperada, potência agora e energia por dia",
    },
  ],
  sections: [
    {
      heading: "Agora",
      blocks: [
        "A potência agora, sua parte da capacidade instalada e a energia de hoje, do mês, do ano e total. Abaixo da energia aparece **completo**, **com envio atrasado** ou **estimado em parte**; passe o mouse para ver as parcelas. Um valor velho demais para ser confiável aparece em cinza e itálico, ou dá lugar a “sem dados recentes”. À noite, o cartão informa a hora do nascer do sol.",
      ],
    },
    {
      heading: "Fluxo de potência",
      blocks: [
        "Por onde a potência passa agora: módulos, strings, inversor com medidor CA e rede, até onde a usina mede. **Contabilizado** marca o nível cuja potência e energia valem para a usina. Dispositivos com falha, em atenção ou offline são marcados e levam à lista. À noite e sem dados recentes nada se move, e o cartão informa o motivo.",
      ],
    },
    {
      heading: "Curva de potência de hoje",
      blocks: [
        "A curva preenchida é o que foi medido. A linha é o que os módulos deveriam dar: pela irradiância que um gateway mede, senão por um céu limpo. Buracos significam que nada foi enviado. As setas ou o campo do dia mostram outro dia; os dias começam e terminam pelo relógio da usina.",
        "Com irradiância medida, a parte do **esperado** é um julgamento; sem ela, a parte **céu limpo** diz apenas quanto sol houve. Ambas comparam só os horários com potência medida e esperada.",
        "**Comparar com** acrescenta a linha de outro dia ou a mediana dos 30 dias anteriores: em cada quarto de hora, metade desses dias teve mais potência e metade teve menos. A energia de cada linha aparece ao lado do nome. Num dia que ainda não terminou, é a energia até a última potência medida. Se um gateway mede irradiância ou temperatura do ar, ambas aparecem abaixo.",
      ],
    },
    {
      heading: "Energia",
      blocks: [
        "Barras por dias, semanas, meses ou anos. Um clique numa barra de ano, mês ou semana leva às mais finas. O que chegou depois ou é estimado fica separado na barra. Um contador que sobe mais do que o dispositivo pode ter gerado é **implausível**: o aumento não é contabilizado, e a barra recebe uma marca.",
        "O ponto de interrogação abre **O que mudou estes valores**: dados atrasados, valores implausíveis, reinícios de contador, correções, dispositivos adicionados ou removidos e preços novos do período exibido, cada um com o horário.",
      ],
    },
    {
      heading: "Layout",
      blocks: [
        "A visualização **física** mostra cada módulo em sua posição, colorido por potência, energia do dia, tensão, corrente, temperatura ou pela relação com os pares: unidades do mesmo tipo no mesmo plano. Os estados nunca têm a mesma cor: gerando, **potência zero**, **sem dados**, **desligado** e **em repouso** (sem potência com o sol baixo); de perto, cada um tem uma marca própria. Arraste para mover, role ou use dois dedos para ampliar; de perto o módulo mostra seu valor e o fim do número de série. Uma usina sem layout publicado é disposta automaticamente, uma linha por string, e isso é indicado.",
        "Clique em um módulo para ver a curva do dia ao lado das dos módulos vizinhos. Segure Ctrl e clique, segure Shift e arraste, ou use **Selecionar uma área** para comparar até 20; de uma área maior são comparadas as 20 cuja potência mais difere da dos pares. A escala é **fixa** ao longo do dia ou **entre pares**: entre os valores das unidades nesse momento, o que mostra pequenas diferenças. A lista abaixo do telhado tem os mesmos valores para teclado e leitor de tela.",
        "O controle deslizante escolhe o momento do dia, **Reproduzir** percorre o dia, **Mais recente** acompanha os relatórios. A visualização **lógica** mostra como a usina está ligada: gateway, strings com seus totais, unidades em série e quantas não têm dados. Uma posição do layout sem unidade aparece como **ausente**. Um **descasamento** é uma unidade cuja potência está mais de 10% acima ou abaixo da mediana das unidades da sua string no mesmo plano, ou uma string que difere tanto das outras strings do seu plano; no escuro nada é marcado. **Próximo descasamento** leva de um ao outro. O endereço contém visualização, valor, momento, zoom e seleção: envie-o, e ele abre o mesmo.",
        "**Editar layout** é para proprietários, administradores e a empresa instaladora. Os grupos têm linhas e colunas; arraste, gire, alinhe e distribua os grupos, ou informe tudo em números. Mude para **Módulos** para atribuir dispositivos: arraste um da lista, ou use **Atribuir números de série** com uma lista colada. As alterações são salvas como rascunho comum a todos os editores; **Publicar** mostra o que muda antes de substituir o layout. **Versões** lista o que foi publicado, por quem e quando; escolha uma versão para vê-la desenhada e o que difere do rascunho ou de outra versão. **Restaurar no rascunho** substitui o rascunho em um passo que Desfazer reverte; dispositivos que não estão mais na usina são indicados e ficam de fora, e nada é publicado. **Importar ou exportar** grava o layout em um arquivo JSON, CSV ou Excel e o lê de um arquivo; uma linha que não pode ser lida é indicada. Na visualização, **Salvar como imagem** e **Salvar como PDF** levam o telhado ao papel.",
      ],
    },
    {
      heading: "Desempenho",
      blocks: [
        "O **rendimento específico** é a energia dividida pela capacidade instalada. O **performance ratio** segundo a IEC 61724 o divide pela irradiação no plano dos módulos, medida por um gateway, nos últimos 30 dias completos; o valor informa o lado, CA ou CC. Sem irradiância medida aparece a **parcela do céu limpo**.",
        "O **CO₂ evitado** é a energia da usina, convertida para CA quando medida no lado CC, vezes o que a rede do país emite por kWh. O país é o do fuso horário da usina; a fonte e o ano são exibidos. Para um país sem dados nada é estimado.",
      ],
    },
    {
      heading: "Correções",
      blocks: [
        "A energia medida pode diferir do medidor. A aba **Correções** lista os dias cuja geração foi ajustada a uma referência, com o valor antes, o valor após a correção e a geração medida. Um gráfico mostra a geração desses dias antes e depois da correção. **Corrigir um dia** registra a geração de um dia já encerrado, ao lado do que foi medido nele, e pergunta antes de salvar menos de um terço ou mais do triplo disso; os totais acompanham imediatamente, e os dados medidos, a curva de potência e a energia das últimas 24 horas não mudam.",
        "Com a **correção automática**, cada dia é ajustado à leitura do medidor CA do gateway após a meia-noite no fuso horário da usina. Ativar ou desativar pede confirmação. Uma correção pode ser cancelada: a energia medida volta a valer e esse dia não é mais corrigido automaticamente. Os dias corrigidos têm a marca ◆ no gráfico de energia.",
      ],
    },
    {
      heading: "Receita",
      blocks: [
        "As barras mostram a receita da usina por dia, mês ou ano: a energia de cada 15 minutos × o preço daquele horário. A lista ao lado mostra a soma, a receita desde o primeiro dia, a de cada preço do período e o retorno do investimento, que é o investimento ÷ a receita anual média e aparece depois de 30 dias.",
        "A tabela abaixo mostra cada período com energia, receita e média por kWh com preço. Selecione um dia para ver sua potência. A soma é comparada com o período anterior, nos dias já encerrados.",
        "A energia em horários sem preço fica **sem preço**: aparece ao lado da soma e não conta como 0. Um dia corrigido sem energia medida rende ao preço fixo; com preços por horário fica sem preço, pois os horários de sua energia são desconhecidos. Um preço negativo reduz a soma. Se a energia é medida no lado CC, ela é multiplicada pelo **fator CC/CA**, inicialmente 0,96, e a soma é marcada como **estimada**. Um preço novo não muda a receita de dias anteriores.",
        "**Exportar** grava os períodos exibidos como arquivo CSV ou Excel. Seguem tabelas por preço e por horário: em planilhas próprias no Excel, abaixo dos períodos no CSV. O cartão não aparece para participantes quando as configurações da usina ocultam a receita.",
      ],
    },
    {
      heading: "Gateways",
      blocks: [
        "Na aba **Dispositivos**: quais gateways a usina tem e se estão online. **Envios rejeitados** lista o que um gateway enviou e não pode estar certo, com o motivo: relógio errado, valor impossível, unidade de outra usina.",
      ],
    },
    {
      heading: "Strings e módulos",
      blocks: [
        "Cada dispositivo com posição, potência, tensões e correntes na entrada e na saída, temperatura, energia desde a fabricação, sinal e a última comunicação. Filtre por tipo ou status, busque pelo número de série, ordene por qualquer coluna.",
        {
          picture: "plant-units",
          alt: "Lista de strings e módulos com posição, número de série, potência, tensões, correntes, temperatura e hora da última leitura",
        },
      ],
    },
  ],
};
