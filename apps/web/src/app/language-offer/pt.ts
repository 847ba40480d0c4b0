/** The offer in this language: its readers may not read the one on screen. */
export const texts = {
  text: "Esta página está disponível em português.",
  accept: "Mudar",
  dismiss: "Dispensar",
};
