/** An inline script: client pages follow the device's theme, including changes. */
export const DEVICE_THEME = `{let m=matchMedia("(prefers-color-scheme: light)"),d=document.documentElement.dataset,f=()=>{m.matches?d.theme="light":delete d.theme};f();m.onchange=f}`;

/** An inline script: the theme that was chosen on the screens, before the first paint, so that a light page never flashes dark. */
export const CHOSEN_THEME = `try{if(localStorage.getItem("theme")==="light")document.documentElement.dataset.theme="light"}catch{}`;
