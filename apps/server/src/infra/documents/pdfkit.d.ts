/** The part of PDFKit (https://pdfkit.org/docs) that reports are drawn with: the package has no types. Lengths are in points. */
declare module "pdfkit" {
  class PdfDocument {
    constructor(options: {
      size: "A4";
      margin: number;
      /** Pages can be changed until the document ends. */
      bufferPages: boolean;
      lang: string;
      displayTitle: boolean;
      info: Record<string, string>;
    });
    on(event: "data", listener: (chunk: Buffer) => void): this;
    on(event: "end", listener: () => void): this;
    end(): void;
    addPage(): this;
    switchToPage(index: number): unknown;
    bufferedPageRange(): { start: number; count: number };
    registerFont(name: string, path: string): this;
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options: { lineBreak: boolean; baseline: "alphabetic" }): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    lineWidth(width: number): this;
    fillColor(color: string): this;
    fillOpacity(opacity: number): this;
    /** Of what is drawn, pictures too, until `restore`. */
    opacity(opacity: number): this;
    /** What is drawn until `restore` is seen within the path only. */
    clip(): this;
    /** A JPEG or PNG file. */
    image(file: Buffer, x: number, y: number, size: { width: number; height: number }): this;
    fill(color: string): this;
    fillAndStroke(fill: string, stroke: string): this;
    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    rotate(degrees: number): this;
    stroke(color: string): this;
  }
  export = PdfDocument;
}
