/** The dark modules of a QR code as one SVG path, with the quiet margin that scanners need; a module is 1 by 1. */
export async function qrOf(text: string): Promise<{ size: number; path: string }> {
  const { default: encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { border: 4, ecc: "medium" });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { size: rows.length, path };
}
