import { chromium } from "playwright-core";
const U="http://127.0.0.1:4191"; 
const br=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox"]});
const pages=(process.argv[2]??"/appointments").split(",");
for (const [n,v] of [["desk",{width:1280,height:800}],["phone",{width:390,height:844}]] as const) for (const scheme of ["dark","light"] as const){
 const ctx=await br.newContext({viewport:v}); await ctx.addInitScript(`localStorage.setItem("theme","${scheme}")`); const pg=await ctx.newPage(); pg.on("console",m=>{if(m.type()==="error")console.log("ERR",pg.url(),m.text())}); pg.on("pageerror",e=>console.log("PAGEERR",e.message));
 await pg.goto(U+"/auth"); await pg.fill('input[name=username]',"maya"); await pg.fill('input[name=password]',"halcyon-2026"); await pg.keyboard.press("Enter"); await pg.waitForURL(U+"/");
 for (const path of pages) { await pg.goto(U+path); await pg.waitForTimeout(700); await pg.screenshot({path:`/tmp/s-${path.replace(/\W+/g,"_")}-${n}-${scheme}.png`}); }
 await ctx.close();
}
await br.close();
