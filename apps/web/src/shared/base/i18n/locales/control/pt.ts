import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  control: {
    devices: "Dispositivos de todas as usinas",
    found_one: "{{figure}} dispositivo",
    found_other: "{{figure}} dispositivos",
    plant: "Usina",
    company: "Empresa",
    alias: "Apelido",
    model: "Modelo",
    softwareVersion: "Software",
    hardwareVersion: "Hardware",
    onlineAt: "Online desde",
    noneText: "Os dispositivos das suas usinas aparecem aqui depois de adicionados.",
  },
};
