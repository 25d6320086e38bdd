import { drawPicture } from "../draw.ts";
import { type PictureData } from "../curves/drawn-curve.ts";
import { fileSize, type FileSize } from "./file-size.ts";
import { PdfPen } from "./pdf-pen.ts";
import { plainText } from "./plain-text.ts";
import { type PictureDescription } from "../plot-description.ts";
import { helveticaWidth } from "./text-width.ts";

/**
 * Returns a picture as a PDF of one page: lines and texts, no pixels, with the fonts that every reader has. It has no
 * date, so the same input gives the same bytes.
 */
export function pdfPicture(picture: PictureDescription, data: PictureData, size: FileSize): Uint8Array<ArrayBuffer> {
  const { width, height } = fileSize(size);
  const pen = new PdfPen();
  drawPicture(pen, picture, data, { width, height, measure: helveticaWidth });
  const page = [width, height].map((length) => pdfNumber(length * POINTS)).join(" ");
  const content = `${POINTS} 0 0 -${POINTS} 0 ${pdfNumber(height * POINTS)} cm\n1 j\n${pen.finish()}\n`;
  const states = pen.opacities.map((opacity, i) => `/A${i} << /CA ${pdfNumber(opacity)} /ca ${pdfNumber(opacity)} >>`);
  const title = plainText(
    picture.title || picture.plots.map((plot) => plot.title).find((text) => text !== "") || "Plot",
  );
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page}] /Contents 4 0 R /Resources << /Font << /F0 5 0 R /F1 6 0 R ` +
      `/F2 7 0 R >> /ExtGState << ${states.join(" ")} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
    `<< /Title ${unicodeString(title)} /Producer (Orrery) >>`,
  ]);
}

/** Points, of which an inch has 72, per px. */
const POINTS = 0.75;

/** Puts objects into a file, the first of which is the catalogue and the last one the information about it. */
function pdfFile(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  // Four bytes above 127 say that this is no text, to programs that carry files.
  let text = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Any characters: UTF-16, in hexadecimal digits. */
function unicodeString(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, "0"));
  return `<feff${units.join("")}>`;
}

/** Writes a number as PDF reads it: without an exponent. */
function pdfNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
