import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Exportar uma lista",
  blocks: [
    "Listas com **Exportar** podem ser salvas como arquivo CSV, que planilhas abrem.",
    { picture: "export", alt: "Pergunta antes de exportar: o nome do arquivo e o que ele conterá" },
    {
      steps: [
        "Filtre e ordene a lista e mostre as colunas desejadas. Para exportar só algumas linhas, marque-as; elas ficam marcadas ao mudar de página.",
        "Pressione **Exportar**, dê um nome ao arquivo e confirme.",
        "O arquivo é escrito em segundo plano. A bandeja de tarefas no alto mostra o andamento; você pode continuar o trabalho ou parar ali.",
      ],
    },
    "A lista de usinas é exportada pelo servidor como arquivo CSV ou Excel: selecione **Exportar** e o formato. A lista de tarefas mostra a exportação em todos os navegadores em que você entrou, também após recarregar a página, e guarda o arquivo por sete dias. O navegador que iniciou a exportação baixa o arquivo assim que ele fica pronto. Se você perder o acesso a uma das usinas, o arquivo não poderá mais ser baixado; exporte novamente.",
    "O arquivo contém as linhas que a sua conta pode ver naquele momento. Células que uma planilha tomaria por fórmula são marcadas como texto.",
  ],
  sections: [
    {
      heading: "Relatórios",
      blocks: [
        "Um relatório resume um dia, um mês ou um ano em arquivo PDF ou Excel: energia, rendimento específico, receita, cobertura de dados, alarmes e correções, com um gráfico. Abra uma usina e selecione **Relatórios**, ou abra **Relatórios** no menu para todas as usinas ou as que têm uma etiqueta. Selecione **Gerar relatório**; o navegador baixa o arquivo quando ele fica pronto, e a página o guarda por sete dias. Dias sem dados aparecem como ausentes, não como zero.",
        { picture: "reports", alt: "Janela que gera um relatório, com tipo, período, formato e idioma" },
      ],
    },
    {
      heading: "Relatórios por e-mail",
      blocks: [
        "Para receber um relatório regularmente, selecione **Gerar relatório** e **Após cada período, por e-mail** em vez de **Agora** e depois **Salvar agendamento**. O relatório de cada dia, mês ou ano é enviado ao e-mail verificado da sua conta uma hora após o fim do período nos fusos horários de todas as usinas. Se a conta não tem e-mail verificado, adicione um antes no centro pessoal.",
        "**Agendados por e-mail** lista os seus agendamentos com o próximo envio e o último; os de outros usuários não aparecem. Ali você pode editá-los e excluí-los, e cada e-mail tem um link que encerra o agendamento. Um agendamento para, e informa o motivo, se você perde o acesso às usinas ou se o e-mail deixa de estar verificado: salve-o para reiniciá-lo.",
      ],
    },
  ],
};
