/** Renders a QR code as one SVG path with the margin that scanners need. A module is 1 by 1; `size` is the length of a side. */
export async function renderQr(text: string): Promise<{ size: number; path: string }> {
  const { default: encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { border: 4, ecc: "medium" });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { size: rows.length, path };
}
