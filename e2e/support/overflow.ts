import type { Page } from "@playwright/test";

/** Parts that stick out at the right of the page, three at most. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll("body *")].filter((each) => {
      if (!each.checkVisibility() || each.closest(".table-area, .chart, .leaflet, .world-map, dialog, pre") !== null) return false;
      const box = each.getBoundingClientRect();
      return box.width > 0 && box.right > document.documentElement.clientWidth + 1 && getComputedStyle(each).position !== "fixed";
    }).slice(0, 3).map((each) => each.outerHTML.slice(0, 120))`);

/**
 * Words that end before they are read: tables wider than their card, choices and buttons narrower than their text; three
 * at most. Cells cut long names and show them whole on hover.
 */
export const findClippedWords = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
      const pen = document.createElement("canvas").getContext("2d");
      const isShort = (each) => {
        const { font, paddingLeft, paddingRight, appearance } = getComputedStyle(each);
        pen.font = font;
        // An arrow of the style is in the padding, the browser's own is beside it.
        const arrow = appearance === "none" ? 0 : 16;
        const text = each.selectedOptions[0]?.textContent ?? "";
        return pen.measureText(text).width + parseFloat(paddingLeft) + parseFloat(paddingRight) + arrow > each.clientWidth + 2;
      };
      const isCut = (each) => each.scrollWidth > each.clientWidth + 1;
      return [...document.querySelectorAll(".table-area, th, h1, h2, .button, .chip, .menu-item, label, select")]
        .filter((each) => each.checkVisibility() && each.closest(".visually-hidden") === null)
        .filter((each) => (each.matches("select") ? isShort(each) : isCut(each)))
        .slice(0, 3).map((each) => each.outerHTML.slice(0, 160));
    })()`);
