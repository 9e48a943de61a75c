/** An inline script: client pages follow the device's theme, including changes. */
export const DEVICE_THEME = `{let m=matchMedia("(prefers-color-scheme: light)"),d=document.documentElement.dataset,f=()=>{m.matches?d.theme="light":delete d.theme};f();m.onchange=f}`;
