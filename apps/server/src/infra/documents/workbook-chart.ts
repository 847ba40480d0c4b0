import type { Blob } from "node:buffer";
import type Stream from "node:stream";
import type { Feature } from "write-excel-file/node";
import type { DocumentChart } from "./document.ts";

const CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";
const RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart";
const COLOR = "E08A00";
const PATH = "xl/charts/chart1.xml";

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

interface ChartPlace {
  /** Index of the sheet whose columns A and B have the labels and the values, below a row of titles. */
  readonly sheetIndex: number;
  readonly name: string;
}

const fill = `<a:solidFill><a:srgbClr val="${COLOR}"/></a:solidFill>`;

function writePlot({ kind, labels, series }: DocumentChart, name: string): string {
  const sheet = `'${escapeXml(name)}'`;
  const last = labels.length + 1;
  const data = `<c:ser><c:idx val="0"/><c:order val="0"/>
<c:tx><c:strRef><c:f>${sheet}!$B$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${escapeXml(series)}</c:v></c:pt></c:strCache></c:strRef></c:tx>
<c:spPr>${fill}</c:spPr>${kind === "bars" ? '<c:invertIfNegative val="0"/>' : ""}
<c:cat><c:strRef><c:f>${sheet}!$A$2:$A$${last}</c:f></c:strRef></c:cat>
<c:val><c:numRef><c:f>${sheet}!$B$2:$B$${last}</c:f></c:numRef></c:val></c:ser>`;
  const axes = '<c:axId val="1"/><c:axId val="2"/>';
  return kind === "bars"
    ? `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${data}<c:gapWidth val="40"/>${axes}</c:barChart>`
    : `<c:areaChart><c:grouping val="standard"/><c:varyColors val="0"/>${data}${axes}</c:areaChart>`;
}

/** The chart part of a workbook. A cell without a value is a gap, not zero. */
function writeChart(chart: DocumentChart, name: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>
<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr sz="1200" b="1"/><a:t>${escapeXml(chart.title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>
<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${writePlot(chart, name)}
<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:tickLblPos val="low"/><c:crossAx val="2"/></c:catAx>
<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines/><c:numFmt formatCode="General" sourceLinked="0"/><c:tickLblPos val="nextTo"/><c:crossAx val="1"/></c:valAx>
</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

const anchor = `<xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>14</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>22</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>
<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>
<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId-chart-1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`;

/** Adds a chart to a sheet of a workbook: it follows the cells beside it, in the program that opens the file. */
export function createChartFeature(
  chart: DocumentChart,
  { sheetIndex, name }: ChartPlace,
): Feature<Stream | Buffer | Blob> {
  const onSheet = (markup: string) => ({
    insert: (_options: unknown, place: { sheetIndex: number }) =>
      place.sheetIndex === sheetIndex ? markup : undefined,
  });
  return {
    files: {
      transform: {
        "[Content_Types].xml": {
          insert: () => `<Override PartName="/${PATH}" ContentType="${CHART_TYPE}"/>`,
        },
        "xl/drawings/drawing{id}.xml": onSheet(anchor),
        "xl/drawings/_rels/drawing{id}.xml.rels": onSheet(
          `<Relationship Id="rId-chart-1" Type="${RELATIONSHIP}" Target="../charts/chart1.xml"/>`,
        ),
      },
      write: { files: () => ({ [PATH]: writeChart(chart, name) }) },
    },
  };
}
