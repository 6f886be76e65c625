import { kitCharts } from "./kit-charts.ts";
import { kitTables } from "./kit-tables.ts";
import { schemeOf, tokenStyles } from "./tokens.ts";

/** The frame of a page: twelve columns 32 px apart, and a hairline under each row. */
const kitPage = `
*,::before,::after{box-sizing:border-box}
html{font-family:Geist,"Geist Variable",ui-sans-serif,system-ui,sans-serif;line-height:20px;background:var(--canvas);color:var(--ink);-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
body{margin:0;font-size:14px;font-variant-numeric:tabular-nums}
h1,h2,h3,p,dl,dd,dt,ul{margin:0;padding:0;font-size:inherit;font-weight:inherit}ul{list-style:none}a{color:inherit;text-decoration:none}
a.n:hover{text-decoration:underline;text-underline-offset:2px}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.t{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.m{font-weight:500}.i2{color:var(--ink-2)}.i3{color:var(--ink-3)}.fa{color:var(--failed)}
.pg{container:page/inline-size}
.pt{padding:20px 20px 16px;border-bottom:1px solid var(--line)}.pt h1{font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.01em;max-width:72ch}.pt p{font-size:13px;color:var(--ink-2)}
.row{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:24px 32px;padding:16px 20px 20px;border-bottom:1px solid var(--line)}.row:last-child{border-bottom:0}
.row:has(+.fl){border-bottom:0;padding-bottom:8px}
.c3{grid-column:span 3}.c4{grid-column:span 4}.c6{grid-column:span 6}.c8{grid-column:span 8}.c12{grid-column:span 12}
.blk{position:relative;min-width:0;container:blk/inline-size}
.hd{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 8px;min-height:24px;margin-bottom:8px;padding-top:2px}.tg>.hd{padding-inline-end:32px}
.hd h2{font-weight:600}.sub{font-size:12px;color:var(--ink-3)}
.lg{display:flex;flex-wrap:wrap;gap:0 12px;margin-inline-start:auto;font-size:12px;color:var(--ink-2)}.lg li{display:flex;align-items:baseline;gap:5px;min-width:0}.lg b{font-weight:400;color:var(--ink-3)}
.sw{flex:none;align-self:center;width:8px;height:8px;border-radius:2px;background:var(--f,var(--c))}.sw[class*=hue]{box-shadow:inset 0 1.5px 0 var(--e)}
.none{padding:20px 0;font-size:13px;color:var(--ink-3)}.pg>.none{padding:20px}
.nt,.po{margin-top:10px;font-size:12px;line-height:16px;color:var(--ink-3)}
.figs{display:grid;grid-template-columns:repeat(var(--n),minmax(0,1fr));gap:16px 32px}.f1{--n:1}.f2{--n:2}.f3{--n:3}.f4{--n:4}.f5{--n:5}.f6{--n:6}
.fig{min-width:0}.fig dt{font-size:12px;line-height:16px;color:var(--ink-2)}.fig dd{font-size:28px;line-height:36px;font-weight:600;letter-spacing:-.02em;white-space:nowrap}.fig dd+dd{font-size:12px;line-height:16px;font-weight:400;letter-spacing:0;color:var(--ink-3);white-space:normal}
.tx{display:grid;gap:12px;max-width:72ch}.tx p{line-height:24px;white-space:pre-line}.bd{font-weight:500;border-bottom:1px dotted var(--control)}.bd.fa{border-color:currentcolor}
.ft{padding:12px 20px 20px;border-top:1px solid var(--line);font-size:12px;line-height:16px;color:var(--ink-3)}
@container page (max-width:760px){.c3{grid-column:span 6}.c4,.c6,.c8{grid-column:span 12}}
@container page (max-width:599px){.row{gap:24px 0;padding:16px 12px 20px}.row>*{grid-column:span 12}.pt{padding:16px 12px}.pg>.none{padding:20px 12px}}
@container blk (max-width:800px){.f6{--n:3}}@container blk (max-width:680px){.f5{--n:3}}@container blk (max-width:560px){.figs{gap:16px 24px}.f4{--n:2}}@container blk (max-width:400px){.f3,.f5,.f6{--n:2}}@container blk (max-width:240px){.figs{--n:1}}@container blk (max-width:400px){.hd>.lg{flex-basis:100%;margin-inline-start:0}}
@media (max-width:599px){.ft{padding-inline:12px}}`;

/** A4, in the light: nothing is parted from its title, and no page stays half empty because a chart is kept whole. */
const kitPaper = `
@page{size:A4;margin:14mm 12mm 16mm}
@media print{
:root{color-scheme:light;${tokenStyles("light")}}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font-size:12px;line-height:18px}.pt,.row,.ft{padding-inline:0}.pt{padding-top:0}
.row{gap:16px 20px;padding-block:12px 14px;break-inside:auto}.row:not(:has(.k-table,.k-bars,.k-text,.sms,.tall)){break-inside:avoid}
.fig dd{font-size:22px;line-height:28px}.tx p{line-height:20px;orphans:3;widows:3}
.hd,h1,h2,h3,thead{break-after:avoid}.plot,.fig,.sm,.ht:not(.tall),.hb li,tr,.nt{break-inside:avoid}.nt,.po,.df,.tb tbody tr:nth-last-child(-n+2){break-before:avoid}.tb tbody tr:first-child{break-after:avoid}
thead{display:table-header-group}.tt:not([open]),.more:not([open])>summary{display:none}.tt[open]>summary{display:none}
a.n:hover{text-decoration:none}.part,.sw.part{background:var(--canvas);box-shadow:none;border:1px dashed var(--e)}.c12 .f5{--n:5}.c12 .f6{--n:6}.figs{gap:12px 16px}
.c3{grid-column:span 3}.c4{grid-column:span 4}.c6{grid-column:span 6}.c8{grid-column:span 8}.c12{grid-column:span 12}
}
@media screen{.po{display:none}}`;

const kitMotion = "@media (prefers-reduced-motion:reduce){*,::before,::after{transition:none!important}}";

/** The one style sheet of pages. It names no address. */
export function kit(theme: "light" | "dark" | "both"): string {
  return `:root{color-scheme:${schemeOf[theme]};${tokenStyles(theme)}}${kitPage}${kitCharts}${kitTables}${kitPaper}${kitMotion}`.replaceAll(
    "\n",
    "",
  );
}
