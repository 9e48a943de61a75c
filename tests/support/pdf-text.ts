/** Whether poppler is installed, which reads PDFs in the tests. */
export const hasPoppler = Bun.which("pdftotext") !== null;

/** What a reader finds in the file. */
export async function textOfPdf(pdf: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = Bun.spawn(["pdftotext", "-layout", "-", "-"], { stdin: pdf, stdout: "pipe" });
  return new Response(reader.stdout).text();
}
