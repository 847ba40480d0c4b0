/** Where Ant Design's lists and calendars belong: in the dialog they are opened from, which else would cover them. */
export const popupPlace = (opener?: HTMLElement): HTMLElement => opener?.closest("dialog") ?? document.body;
