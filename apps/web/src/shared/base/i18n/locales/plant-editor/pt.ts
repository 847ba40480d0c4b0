import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  plantEditor: {
    search: "Buscar por coordenadas",
    searchHint:
      "Por exemplo -23.55, -46.63 ou 23°33′S 46°38′O. Também é possível clicar no mapa ou arrastar o marcador.",
    apply: "Mostrar no mapa",
    clearLocation: "Remover local",
    noCoordinates: "Sem dados de coordenadas",
    formatError: "Erro de formato. Informe latitude e longitude, como -23.55, -46.63.",
    swapped: "Erro de formato. Informe primeiro a latitude, como -23.55, -46.63.",
    map: "Mapa para escolher o local",
    setMarker: "Colocar marcador",
    showMarker: "Mostrar marcador",
    marker: "Local {{latitude}}, {{longitude}}",
    markerHint: "Mova com as setas; com Shift, em passos pequenos.",
    owner: "Proprietário",
    ownerHint: "Deixe vazio para ser o proprietário. A usina pertence à empresa do proprietário.",
    installerCompany: "Empresa instaladora",
    installerCompanyHint:
      "As contas dela recebem acesso de instalador a esta usina: dados, dispositivos e operação.",
    overlap: "Este período se sobrepõe a um anterior",
    overlapping: "Sobreposição: {{times}}",
    notPriced: "Sem preço: {{times}}",
    covered: "O dia inteiro tem preço.",
    noPrice: "sem preço",
    previewTitle: "O que muda",
    previewFrom: "A partir de {{day}}:",
    previewUntil: "De {{day}} até o próximo preço começar em {{until}}:",
    previewReplaces: "Substitui o preço que começa em {{day}}.",
    previewSame: "Este preço já vale em {{day}}. Nada muda.",
    previewPast: "Os dias antes de {{day}} mantêm o preço. Receitas passadas não são recalculadas.",
    otherZone:
      "Nestas coordenadas o fuso é {{zone}}, mas o da usina é {{timeZone}}. Confira ambos: um fuso errado desloca os dias e a curva de potência.",
    useZone: "Usar {{zone}}",
    useZoneAndCurrency: "Usar {{zone}} e {{currency}}",
    picture: "Imagem",
    pictureHint: "Solte aqui uma imagem PNG, JPEG ou WebP, ou escolha uma. Cada usina tem uma imagem.",
    choosePicture: "Escolher imagem",
    replacePicture: "Substituir imagem",
    removePicture: "Remover imagem",
    cropTitle: "Recortar imagem",
    zoom: "Zoom",
    horizontal: "Posição horizontal",
    vertical: "Posição vertical",
    usePicture: "Usar imagem",
    tooLarge: "O arquivo tem mais de {{max}} MB. Escolha uma imagem menor.",
    notPicture:
      "Não foi possível ler este arquivo como imagem. Use PNG, JPEG ou WebP; converta fotos HEIC antes.",
  },
};
