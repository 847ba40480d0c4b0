import type { Cell, DocumentColumn, DocumentFigure, DocumentTable, ReportDocument } from "./document.ts";
import { drawChart } from "./pdf-chart.ts";
import { drawRoof, fitRoof } from "./pdf-roof.ts";
import type { Pdf, TextStyle } from "./pdf-text.ts";
import { createPdfText } from "./pdf-text.ts";

/** Points of A4. */
const PAGE = { width: 595.28, height: 841.89, margin: 46, foot: 44 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const BOTTOM = PAGE.height - PAGE.margin - PAGE.foot / 2;
const CHART_HEIGHT = 200;
/** A roof has at most this height, so that it is on the first page. */
const ROOF_HEIGHT = 500;
/** Figures side by side; a note needs a wider one. */
const MAX_COLUMNS = { plain: 5, noted: 4 } as const;
const FIGURE_HEIGHT = 64;
const LINE = 12;
const CELL_PADDING = 5;

const MUTED = "#5b6675";
const RULE = "#d9dee5";
const PANEL = "#f5f7f9";
const ACCENT = "#e08a00";

const TITLE: TextStyle = { size: 19, weight: "bold" };
const SUBTITLE: TextStyle = { size: 11, color: MUTED };
const HEADING: TextStyle = { size: 11.5, weight: "bold" };
const BODY: TextStyle = { size: 8.5 };
const SMALL: TextStyle = { size: 7.5, color: MUTED };

/** Figures in each row, so that the last row has as many as the others or few less: 5 in one row, 6 in two of 3. */
export function countColumns(figures: readonly DocumentFigure[]): number {
  const max = figures.some(({ note }) => note !== undefined) ? MAX_COLUMNS.noted : MAX_COLUMNS.plain;
  const rows = Math.max(1, Math.ceil(figures.length / max));
  return Math.max(1, Math.ceil(figures.length / rows));
}

/** Lays a report out on pages: header, facts, figures, chart, tables, notes, and a footer on every page. */
export function layOut(pdf: Pdf, document: ReportDocument): void {
  const text = createPdfText(pdf, document.locale);
  let y: number = PAGE.margin;

  function addPage(): void {
    pdf.addPage();
    text.draw(
      text.cut(`${document.title} · ${document.subtitle}`, SMALL, WIDTH),
      { x: PAGE.margin, y: PAGE.margin },
      SMALL,
    );
    drawRule(PAGE.margin + 6);
    y = PAGE.margin + 24;
  }

  function drawRule(at: number, color: string = RULE): void {
    pdf
      .moveTo(PAGE.margin, at)
      .lineTo(PAGE.margin + WIDTH, at)
      .lineWidth(0.6)
      .stroke(color);
  }

  /** Starts a new page where less than `height` is left. */
  function ensure(height: number): void {
    if (y + height > BOTTOM) addPage();
  }

  function drawHead(): void {
    pdf.rect(0, 0, PAGE.width, 7).fill(ACCENT);
    text.draw(document.brand, { x: PAGE.margin, y: y + 4 }, { size: 9, weight: "bold", color: ACCENT });
    y += 28;
    for (const line of text.breakLines(document.title, TITLE, WIDTH)) {
      text.draw(line, { x: PAGE.margin, y }, TITLE);
      y += 24;
    }
    text.draw(document.subtitle, { x: PAGE.margin, y: y - 5 }, SUBTITLE);
    y += 12;
  }

  /** Facts in two columns. */
  function drawFacts(): void {
    const half = (WIDTH - 20) / 2;
    drawRule(y);
    y += 15;
    for (let index = 0; index < document.facts.length; index += 2) {
      const lines = document.facts.slice(index, index + 2).map(([label, value], column) => {
        const x = PAGE.margin + column * (half + 20);
        text.draw(text.cut(label, SMALL, 96), { x, y }, SMALL);
        const broken = text.breakLines(value, BODY, half - 102);
        for (const [row, line] of broken.entries()) text.draw(line, { x: x + 102, y: y + row * LINE }, BODY);
        return broken.length;
      });
      y += Math.max(...lines) * LINE + 3;
    }
    y += 4;
  }

  function drawFigure({ label, text: value, note }: DocumentFigure, x: number, width: number): void {
    pdf.roundedRect(x, y, width, FIGURE_HEIGHT, 3).fill(PANEL);
    const inner = width - 16;
    text.draw(text.cut(label, SMALL, inner), { x: x + 8, y: y + 15 }, SMALL);
    const large: TextStyle = { size: 14, weight: "bold" };
    const size = Math.max(8, Math.min(14, (14 * inner) / Math.max(1, text.measure(value, large))));
    text.draw(text.cut(value, { ...large, size }, inner), { x: x + 8, y: y + 34 }, { ...large, size });
    const lines = note === undefined ? [] : text.breakLines(note, SMALL, inner).slice(0, 2);
    for (const [row, line] of lines.entries()) text.draw(line, { x: x + 8, y: y + 47 + row * 9.5 }, SMALL);
  }

  function drawFigures(): void {
    const gap = 8;
    const columns = countColumns(document.figures);
    const width = (WIDTH - gap * (columns - 1)) / columns;
    for (let index = 0; index < document.figures.length; index += columns) {
      ensure(FIGURE_HEIGHT + gap);
      const row = document.figures.slice(index, index + columns);
      for (const [column, figure] of row.entries())
        drawFigure(figure, PAGE.margin + column * (width + gap), width);
      y += FIGURE_HEIGHT + gap;
    }
    y += 8;
  }

  function drawHeading(title: string, space: number): void {
    ensure(space);
    y += 10;
    text.draw(text.cut(title, HEADING, WIDTH), { x: PAGE.margin, y }, HEADING);
    y += 9;
  }

  function drawChartPart(): void {
    if (document.chart === undefined) return;
    drawHeading(document.chart.title, CHART_HEIGHT + 30);
    drawChart(
      pdf,
      text,
      document.chart,
      { x: PAGE.margin, y, width: WIDTH, height: CHART_HEIGHT },
      document.locale,
    );
    y += CHART_HEIGHT + 12;
  }

  function drawRoofPart(): void {
    if (document.roof === undefined || document.roof.groups.length === 0) return;
    const { height } = fitRoof(document.roof, { width: WIDTH, height: ROOF_HEIGHT });
    drawHeading(document.roof.title, height + 30);
    drawRoof(pdf, text, document.roof, { x: PAGE.margin, y, width: WIDTH, height: ROOF_HEIGHT });
    y += height + 12;
  }

  const toText = (cell: Cell): string => {
    if (typeof cell === "string") return cell;
    if (cell.value === null) return "–";
    const { digits } = cell;
    const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(document.locale, style).format(cell.value);
  };

  function listWidths(columns: readonly DocumentColumn[]): number[] {
    const total = columns.reduce((sum, { share = 1 }) => sum + share, 0);
    return columns.map(({ share = 1 }) => (WIDTH * share) / total);
  }

  /** Draws a row of cells; on a new page below the head of the table, where too little height is left. */
  function drawRow(columns: readonly DocumentColumn[], cells: readonly string[], style: TextStyle): void {
    const widths = listWidths(columns);
    const lines = cells.map((cell, index) =>
      text.breakLines(cell, style, (widths[index] as number) - 2 * CELL_PADDING),
    );
    const height = Math.max(...lines.map(({ length }) => length)) * (style.size + 2.5) + 6;
    if (y + height > BOTTOM) {
      addPage();
      if (style.weight === undefined) drawTableHead(columns);
    }
    let x: number = PAGE.margin;
    lines.forEach((broken, index) => {
      const width = widths[index] as number;
      broken.forEach((line, row) => {
        const baseline = y + style.size + 2.5 + row * (style.size + 2.5);
        if (columns[index]?.isNumber === true)
          text.drawRight(line, { x: x + width - CELL_PADDING, y: baseline }, style);
        else text.draw(line, { x: x + CELL_PADDING, y: baseline }, style);
      });
      x += width;
    });
    y += height;
    drawRule(y);
  }

  function drawTableHead(columns: readonly DocumentColumn[]): void {
    drawRow(
      columns,
      columns.map(({ title }) => title),
      { size: 7.5, weight: "bold", color: MUTED },
    );
  }

  function drawTable({ title, columns, rows, totals, emptyText }: DocumentTable): void {
    drawHeading(title, 70);
    if (rows.length === 0) {
      y += 6;
      text.draw(emptyText, { x: PAGE.margin, y }, { ...BODY, color: MUTED });
      y += LINE;
      return;
    }
    drawTableHead(columns);
    for (const row of rows) drawRow(columns, row.map(toText), BODY);
    if (totals !== undefined) drawRow(columns, totals.map(toText), { ...BODY, weight: "bold" });
    y += 12;
  }

  function drawNotes(): void {
    if (document.notes.length === 0) return;
    drawHeading(document.notesTitle, 50);
    y += 6;
    for (const note of document.notes) {
      const lines = text.breakLines(note, BODY, WIDTH - 12);
      ensure(lines.length * LINE);
      text.draw("•", { x: PAGE.margin, y }, BODY);
      for (const line of lines) {
        text.draw(line, { x: PAGE.margin + 10, y }, BODY);
        y += LINE;
      }
      y += 2;
    }
  }

  function drawFooters(): void {
    const { start, count } = pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      pdf.switchToPage(start + index);
      const at = PAGE.height - PAGE.margin + 8;
      drawRule(at - 12);
      text.draw(text.cut(document.footer, SMALL, WIDTH - 90), { x: PAGE.margin, y: at }, SMALL);
      const pageText = document.pageText
        .replace("{page}", String(index + 1))
        .replace("{pages}", String(count));
      text.drawRight(pageText, { x: PAGE.margin + WIDTH, y: at }, SMALL);
    }
  }

  drawHead();
  drawFacts();
  drawFigures();
  drawChartPart();
  drawRoofPart();
  document.tables.forEach(drawTable);
  drawNotes();
  drawFooters();
}
