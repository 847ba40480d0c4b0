import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Início",
  blocks: [
    "O início responde a duas perguntas: está tudo bem e, se não, onde?",
    {
      picture: "home",
      alt: "Início: número de usinas por estado, quadros com potência e energia de todas as usinas e a lista de usinas",
    },
  ],
  sections: [
    {
      heading: "Usinas por status",
      blocks: [
        "No alto está quantas usinas você vê e quantas há em cada estado. Um clique num estado mostra só essas usinas; outro clique mostra todas de novo.",
        {
          terms: [
            ["Normal", "Os envios chegam e nada está errado. À noite: normal (em repouso)."],
            ["Atenção", "Um dispositivo informa algo que deve ser visto."],
            ["Alarme", "Um valor passou de um limite."],
            ["Falha", "Um dispositivo falhou."],
            ["Offline", "Nenhum gateway da usina foi ouvido por três intervalos de envio."],
            ["Aguardando gateway", "Nenhum gateway da usina enviou dados ainda."],
            ["Desativada", "A usina foi desligada por comando."],
          ],
        },
      ],
    },
    {
      heading: "Totais",
      blocks: [
        "Os quadros mostram a potência agora e a energia de hoje, do mês, do ano e total de todas as usinas que você vê. Números grandes são abreviados (kWh, MWh, GWh); pare o ponteiro sobre um para ler o valor exato. Cada número é um link para a lista por trás dele: as usinas na ordem desse número ou os alarmes não resolvidos.",
        "A energia de hoje é a do dia local de cada usina, que termina à meia-noite do seu fuso horário; as últimas 24 horas são as mesmas horas para todas. Usinas que ocultam um valor de você não entram na soma, e o quadro informa quantas são. A receita de hoje aparece abaixo dela e leva à receita de todas as usinas.",
      ],
    },
    {
      heading: "Receita de todas as usinas",
      blocks: [
        "**Receita** mostra quanto renderam, por dia, mês ou ano, todas as usinas que mostram a receita a você: uma soma por moeda, pois moedas diferentes nunca são somadas. Selecione uma moeda para ver suas barras e usinas, uma barra para os períodos dentro dela e uma usina para a receita dela.",
        {
          picture: "earnings",
          alt: "Receita de todas as usinas: um quadro por moeda, barras por dia e as usinas com a sua participação",
        },
        "Cada soma e cada usina são comparadas com o período anterior, nos dias já encerrados. Energia sem preço aparece com um link para as usinas.",
        "A lista de usinas pode ser pesquisada por nome ou número e ordenada pela receita e pela receita por kWp. **Exportar** grava uma linha por usina com a receita por período em CSV ou Excel.",
      ],
    },
    {
      heading: "Tendência e perdas",
      blocks: [
        "As barras mostram a energia dos últimos 30 dias que já terminaram para todas as suas usinas, cada dia no fuso horário da própria usina. A linha tracejada é a energia esperada nas horas com dados: uma interrupção não conta como perda. Onde um gateway mede a irradiância, o esperado vem dela; caso contrário, de um céu limpo, e um dia nublado fica bem abaixo da linha sem que haja defeito.",
        "As maiores perdas listam as usinas com mais energia abaixo do esperado, ontem ou nos últimos sete dias. Selecione uma usina para abri-la. Só usinas com coordenadas podem ser comparadas.",
      ],
    },
    {
      heading: "Mapa",
      blocks: [
        "O mapa mostra todas as usinas com coordenadas por status. Selecione uma marca para abrir a usina. Usinas próximas são uma só marca com o número delas e o status mais urgente: selecione-a para aumentar. Arraste o mapa para movê-lo, use + e − para o zoom, ou a roda do mouse com Ctrl ou após clicar no mapa, e Todas as usinas para ver tudo de novo.",
      ],
    },
    {
      heading: "A lista de usinas",
      blocks: [
        "Um clique numa usina a abre; um clique no título de uma coluna ordena por ela. A busca encontra nomes e números. Potência e estado mudam sozinhos conforme chegam os envios. O que você escolheu está no endereço: um link copiado mostra a mesma lista.",
        "Os filtros limitam a lista a uma empresa, um instalador, um país, uma etiqueta ou uma faixa de capacidade instalada. Um filtro só aparece se as suas usinas diferem nele. **Tabela** e **Cartões** trocam a exibição. **Colunas** define o que a tabela mostra, e os títulos das colunas a ordenam; um menu ao lado de **Visualizações** ordena os cartões. Enquanto uma usina está em repouso, a noite ou a pouca luz aparece no lugar da potência.",
        "Selecione várias usinas para exportá-las, compará-las, etiquetá-las ou compartilhá-las juntas. Com todas as usinas de uma página selecionadas, é possível selecionar todas as que correspondem aos filtros, até 1.000 por vez. Etiquetas são palavras curtas, como uma região ou um contrato; quem vê a usina vê as etiquetas, e quem pode editá-la pode alterá-las. Se alguma usina selecionada não puder ser alterada, você vê o resultado de cada uma. O usuário com quem você compartilha várias usinas recebe uma só mensagem, para até 200 usinas, e aceita ou recusa cada uma.",
        "**Visualizações** salva busca, filtros, ordem, colunas e exibição com um nome, para a sua conta em todos os dispositivos. Em **Gerenciar visualizações** você renomeia e exclui visualizações e escolhe a que abre primeiro.",
      ],
    },
    {
      heading: "Comparar usinas",
      blocks: [
        "Selecione na lista pelo menos duas usinas, no máximo 50, e depois **Comparar**. Elas são classificadas pelo rendimento específico, a energia por kWp de capacidade instalada, o que permite comparar usinas de portes diferentes. A linha sobre as barras é a mediana; **vs. mediana** mostra quanto uma usina está acima ou abaixo dela. A comparação começa com os últimos 30 dias; você pode escolher outro dia, semana, mês, ano ou intervalo. Ela termina no último dia encerrado em todas as usinas selecionadas, para que todas tenham os mesmos dias completos. **Hoje** pode ser selecionado sozinho: usinas cujo dia não terminou mostram os valores até agora, sem posição nem diferença em relação à mediana.",
        {
          picture: "compare",
          alt: "Comparação de usinas: uma linha por usina ao longo do período e barras do rendimento específico com a mediana, a diferença e os dias com dados",
        },
        "Acima da classificação você escolhe por que grandeza as usinas são classificadas e traçadas: rendimento específico, energia, parte da energia esperada, potência atual por kWp ou receita por kWp, quando visíveis para você. Só a receita na moeda mais frequente é classificada e traçada. O gráfico mostra a potência de um dia, ou valores por dia ou mês, com uma linha para cada usina; a cor e a marca dela estão ao lado do nome na tabela. Com mais de dez usinas, são traçadas as dez primeiras da classificação. Clique em uma marca para abrir o dia ou mês dela.",
        "Dias sem dados reduzem o rendimento e por isso são marcados em **Dias com dados**. Usinas sem dados, e as que ocultam a energia de você, ficam por último e sem posição. **Adicionar usina** inclui uma usina, e o botão no fim de uma linha a remove. Clique no título de uma coluna para ordenar por ela; **Exportar** grava a comparação em um arquivo CSV. O endereço guarda as usinas, o período, a grandeza e a ordem: um link copiado mostra a mesma comparação.",
      ],
    },
  ],
};
