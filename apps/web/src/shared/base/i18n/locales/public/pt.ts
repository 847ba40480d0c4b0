import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  choose: {
    title: "Sobre o Heliograph",
    text: "Leia, imprima ou compartilhe estas páginas. Não é preciso ter conta.",
    brochure: "O que faz e como funciona, em imagens",
    datasheet: "Medições, limites e interfaces em uma página",
    solutions: "Três maneiras de equipar um telhado e o que cada uma acrescenta",
    download: "O console como aplicativo no celular, no tablet e no computador",
  },
  preview: {
    stage: "Imagem: as setas movem, + e − aproximam e afastam, 0 mostra tudo",
    zoomIn: "Ampliar",
    zoomOut: "Reduzir",
    fit: "Ajustar à janela",
    help: "Arraste para mover. Use a roda do mouse ou dois dedos para ampliar.",
    refused: "Esta imagem não pode ser exibida",
    refusal: {
      missing: "O endereço não indica nenhuma imagem (img).",
      elsewhere: "Só é possível exibir imagens deste servidor, mas o endereço aponta para outro.",
      kind: "Só é possível exibir imagens PNG, JPEG, WebP, GIF, AVIF e BMP. Outros arquivos, inclusive SVG, podem conter scripts.",
    },
    failed: "Não foi possível carregar a imagem",
    failedText: "Ela pode ter sido removida ou o arquivo não é uma imagem.",
  },
  download: {
    title: "Heliograph como aplicativo",
    text: "Instale o console diretamente deste servidor pelo navegador. Ele ganha janela e ícone próprios, sem loja de aplicativos.",
    install: "Instalar o aplicativo",
    running: "Você está usando o aplicativo instalado.",
    installed: "Instalado. Ele está entre os seus aplicativos.",
    notSecure:
      "Os navegadores só instalam aplicativos de endereços seguros (https), e este não é seguro. Peça um endereço seguro ao operador deste servidor.",
    code: "Leia o código com a câmera do celular para abrir esta página nele.",
    codeOnlyHere:
      "Este endereço só funciona neste computador. Abra o console pelo endereço público para ter um código que funcione no celular.",
    stores: "Nas lojas",
    appStore: "App Store (iPhone e iPad)",
    androidStore: "Loja Android",
    storeCode: "Código QR: {{name}}",
    byHand: "Instalar manualmente",
    android: {
      name: "Android",
      one: "Abra esta página no Chrome, no Edge ou no Firefox.",
      two: "Abra o menu do navegador.",
      three: "Escolha “Instalar aplicativo” ou “Adicionar à tela inicial”.",
    },
    ios: {
      name: "iPhone e iPad",
      one: "Abra esta página no Safari.",
      two: "Toque no ícone de compartilhar.",
      three: "Escolha “Adicionar à Tela de Início”.",
    },
    computer: {
      name: "Computador",
      one: "Abra esta página no Chrome ou no Edge.",
      two: "Clique no ícone de instalação no fim da barra de endereço.",
      three: "No Safari do Mac: menu Arquivo, depois “Adicionar ao Dock”.",
    },
    facts: "Bom saber",
    factOffline:
      "O aplicativo avisa quando você está offline. Nenhum dado de usina é armazenado no aparelho.",
    factSession:
      "Depois de fechar o aplicativo, é preciso entrar de novo, a menos que você opte por continuar conectado.",
    factUpdate: "Não há nada para atualizar: o aplicativo é sempre tão novo quanto o servidor.",
  },
};
