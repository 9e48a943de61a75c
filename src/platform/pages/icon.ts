const icon = (mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 23V12a9 9 0 0 1 18 0v11H3z" fill="#a84a8c"/><path d="M7.2 12.4a4.8 4.8 0 1 1 4.8 4.8H8.3a1.1 1.1 0 0 1-1.1-1.1z" fill="#fff"/>${mark}</svg>`;

/** The brand mark for the browser's tab. */
export const ICON = icon("");
/** The mark with a dot, for unread texts. */
export const ICON_UNREAD = icon(
  '<circle cx="19" cy="5" r="5" fill="#fff" stroke="#1b171a" stroke-width="2"/>',
);
