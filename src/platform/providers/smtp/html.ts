const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

/** The same text in HTML: paragraphs at empty lines, and addresses as links. */
export function toHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${linkify(part)}</p>`);
  return `<!doctype html><meta charset="utf-8"><div style="max-width:36em;font:16px/1.5 system-ui,sans-serif">${paragraphs.join("")}</div>`;
}

function linkify(text: string): string {
  let from = 0;
  let html = "";
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    html += `${escapeHtml(text.slice(from, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    from = index + address.length;
  }
  return html + escapeHtml(text.slice(from));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll("\n", "<br>");
}
